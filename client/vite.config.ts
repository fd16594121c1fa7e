import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { build as bundle } from "esbuild";
import { defineConfig, type Plugin } from "vite";
import { packagesFile, packagesOf } from "../scripts/notices.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What every page starts with is one file, where many small ones would each wait for their turn. */
const vendor = {
  name: "vendor",
  test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@trpc|@tanstack\/(react-)?(query|router|store)(-core)?|@tanstack\/history)\//,
};

export default defineConfig({
  root: here("."),
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      // A loader comes with its screen, so that zod and the tables are in no first load.
      codeSplittingOptions: { defaultBehavior: [["loader", "component"]] },
      routesDirectory: here("."),
      virtualRouteConfig: "./routes.ts",
      generatedRouteTree: here("./routeTree.gen.ts"),
      tmpDir: here("../node_modules/.tanstack"),
      quoteStyle: "double",
      semicolons: true,
    }),
    react(),
    tailwindcss(),
    sonnerWithoutStyles(),
    serviceWorker(),
    notePackages(),
  ],
  server: { proxy: { "/api": process.env.STOEP_SERVER ?? "http://localhost:3000" } },
  build: {
    outDir: here("../dist/client"),
    emptyOutDir: true,
    // The content security policy is `default-src 'self'`: nothing inline, no data: addresses.
    assetsInlineLimit: 0,
    // For scripts/bench/firstLoad.ts, which holds the first load to its budget.
    manifest: "manifest.json",
    // Off: whoever installs Stoep on a slow machine has no use for which plugin took its time.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: [vendor] } },
    },
  },
});

/** Sonner puts its styles into an inline <style>, which the policy forbids; ui/toaster.ts fetches them. */
function sonnerWithoutStyles(): Plugin {
  return {
    name: "sonner-without-styles",
    enforce: "pre",
    transform: {
      filter: { id: /sonner\/dist\/index\.mjs/ },
      handler: (code) => code.replace(/^__insertCSS\(.*\);$/m, ""),
    },
  };
}

/** Too large for everybody to fetch in advance: what makes PDFs, and the fonts in them. */
const onlyForPdf = /\.ttf$|\/(ui\/pdf\.ts|canvg\/.*|html2canvas\/.*)$/;

/** Bundles the service worker, a program of its own, with the list of the files that start the app. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    // After Vite has taken the empty entry out of what is written.
    enforce: "post",
    async generateBundle(_, output) {
      const assets = Object.values(output)
        .filter((file) => {
          const from = file.type === "chunk" ? file.moduleIds : [file.fileName];
          return file.fileName.startsWith("assets/") && !from.some((id) => onlyForPdf.test(id));
        })
        .map(({ fileName }) => fileName);
      const page = createHash("sha256").update(assets.sort().join());
      page.update(readFileSync(here("index.html")));
      const files = [
        { url: "/index.html", revision: page.digest("hex").slice(0, 16) },
        ...["icon.svg", "icon-192.png"].map((name) => {
          const content = readFileSync(here(`public/${name}`));
          return { url: `/${name}`, revision: createHash("sha256").update(content).digest("hex") };
        }),
        ...assets.map((file) => ({ url: `/${file}`, revision: null })),
      ];
      const { outputFiles } = await bundle({
        entryPoints: [here("features/offline/worker.ts")],
        bundle: true,
        minify: true,
        write: false,
        format: "iife",
        target: "es2022",
        define: { FILES: JSON.stringify(files), "process.env.NODE_ENV": '"production"' },
      });
      this.emitFile({ type: "asset", fileName: "sw.js", source: outputFiles[0]?.text ?? "" });
    },
  };
}

/** Writes down whose packages the bundle holds, for the notices in an archive. */
function notePackages(): Plugin {
  return {
    name: "stoep-packages",
    apply: "build",
    writeBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((part) =>
        part.type === "chunk" ? part.moduleIds : part.originalFileNames,
      );
      writeFileSync(packagesFile("client"), JSON.stringify(packagesOf(files)));
    },
  };
}
