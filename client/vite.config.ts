import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { build as bundle } from "esbuild";
import { type BuildOptions, defineConfig, type Plugin } from "vite";
import { packagesFile, packagesOf } from "../scripts/notices.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Every module that a page cannot start without; `findFirstLoad` fills it. */
const firstLoad = new Set<string>();
/** What the first screens draw and the libraries under them: packs better in one file with the above. */
const firstScreens =
  /node_modules\/(react|react-dom|scheduler|@tanstack(?!.*([iI]nfinite|virtual|table)))\/|client\/ui\/(Button|Form|Field|Sheet|TextLink|Spinner|ErrorState|icons|textsIn|Toasts|Logo)\.tsx?|features\/(session\/(session|Login)|frame\/PublicLayout)\.tsx?/;

/** What every area and its dashboard draw: one file, where the many small ones would each wait for its turn. */
const everyArea =
  /client\/features\/(frame\/(RoleFrame|places|SignOut)|dashboard\/(Weather|Overview)|announcements\/Announcements?)\.tsx|client\/ui\/(live|days|Moment|EmptyState|Part)\.tsx?|platform\/money\/format\.ts|lucide-react\/dist\/esm\/(?!icons\/)|lucide-react\/.*\/(log-out|layout-dashboard|circle-user-round|door-open|wrench|printer)\.m?js/;

/** Off: whoever installs Stoep on a slow machine has no use for which plugin took its time. */
const checks = { bundlerTimings: false };

const forBrowsers: BuildOptions = {
  outDir: here("../dist/client"),
  emptyOutDir: true,
  // The content security policy is `default-src 'self'`: nothing inline, no data: addresses.
  assetsInlineLimit: 0,
  cssCodeSplit: false,
  // For scripts/bench/firstLoad.ts, which holds the first load to its budget.
  manifest: "manifest.json",
  rolldownOptions: {
    checks,
    // Building a zod schema has no effect: those of a shared file a page does not use are left out.
    treeshake: { manualPureFunctions: ["z"] },
    output: {
      // The names of forty screens stand in every first load.
      chunkFileNames: "assets/[hash:7].js",
      codeSplitting: {
        groups: [
          // Beside the rest of what starts every page: two connections bring it sooner than one.
          { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
          {
            name: "base",
            test: (id) => firstLoad.has(id) || firstScreens.test(id),
          },
          { name: "area", test: everyArea },
        ],
      },
    },
  },
};

export default defineConfig({
  root: here("."),
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      // A loader comes with its screen, so that forty screens weigh little on the first load.
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
    findFirstLoad(),
    serviceWorker(),
    notePackages(),
  ],
  // For React before 18; ours has this hook itself.
  resolve: { alias: { "use-sync-external-store/shim": "use-sync-external-store" } },
  server: { proxy: { "/api": process.env.STOEP_SERVER ?? "http://localhost:3000" } },
  build: forBrowsers,
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

/** One file less to fetch, and none of the names that it would exchange with the others. */
function findFirstLoad(): Plugin {
  return {
    name: "find-first-load",
    apply: "build",
    buildEnd() {
      const walk = (id: string) => {
        if (firstLoad.has(id)) return;
        firstLoad.add(id);
        for (const next of this.getModuleInfo(id)?.importedIds ?? []) walk(next);
      };
      walk(here("main.tsx"));
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
