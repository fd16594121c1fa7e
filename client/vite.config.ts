import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { packagesFile, packagesOf } from "../scripts/notices.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** One file for what every page starts with, because many small ones would load one after another. */
const vendor = {
  name: "vendor",
  test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@trpc|@tanstack\/(react-)?(query|router|store)(-core)?|@tanstack\/history)\//,
};

/** The service worker's own build does not know the command line's log level. */
const quiet: Plugin = { name: "quiet", config: () => ({ logLevel: "warn" }) };

export default defineConfig({
  root: here("."),
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      // A loader is split with its screen, so that the first load contains neither zod nor tables.
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
    VitePWA({
      strategies: "injectManifest",
      srcDir: "offline",
      filename: "sw.ts",
      // offline/LastSeen.tsx registers it, and public/ has the web app manifest.
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ["index.html", "icon.svg", "icon-192.png", "assets/*"],
        // Too large for everybody to load in advance: what makes PDFs, and their fonts.
        globIgnores: ["**/*.ttf", "**/pdf*", "**/{html2canvas,index.es}-*.js"],
        // Their names contain a hash of their content.
        dontCacheBustURLsMatching: /^assets\//,
        rollupFormat: "iife",
        buildPlugins: { vite: [quiet, listPackages("worker")] },
      },
    }),
    listPackages("client"),
  ],
  server: { proxy: { "/api": process.env.STOEP_SERVER ?? "http://localhost:3000" } },
  build: {
    outDir: here("../dist/client"),
    emptyOutDir: true,
    // The content security policy is `default-src 'self'`: nothing inline, no data: addresses.
    assetsInlineLimit: 0,
    // For scripts/bench/firstLoad.ts, which checks the size of the first load.
    manifest: "manifest.json",
    // People who install Stoep on a slow machine do not need to know which plugin took long.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: [vendor] } },
    },
  },
});

/** Its inline <style> is forbidden: ui/toaster.ts loads sonner's own file of styles instead. */
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

function listPackages(bundle: "client" | "worker"): Plugin {
  return {
    name: "list-packages",
    apply: "build",
    writeBundle(_, output) {
      const files = Object.values(output).flatMap((part) =>
        part.type === "chunk" ? part.moduleIds : part.originalFileNames,
      );
      writeFileSync(packagesFile(bundle), JSON.stringify(packagesOf(files)));
    },
  };
}
