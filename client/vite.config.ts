import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

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
    trpcForToday(),
    routesWithoutIds(),
  ],
  // For React before 18; ours has this hook itself.
  resolve: { alias: { "use-sync-external-store/shim": "use-sync-external-store" } },
  server: { proxy: { "/api": process.env.STOEP_SERVER ?? "http://localhost:3000" } },
  build: {
    outDir: here("../dist/client"),
    emptyOutDir: true,
    // The content security policy is `default-src 'self'`: nothing inline, no data: addresses.
    assetsInlineLimit: 0,
    // Off: the lists of what each of forty screens needs would weigh 2 KB on every first load.
    modulePreload: false,
    cssCodeSplit: false,
    // For scripts/bench/bundle.mjs, which holds the first load to its budget.
    manifest: "manifest.json",
    rolldownOptions: {
      // Building a zod schema has no effect: those of a shared file a page does not use are left out.
      treeshake: { manualPureFunctions: ["z"] },
      output: {
        // The names of forty screens stand in every first load.
        chunkFileNames: "assets/[hash:7].js",
        codeSplitting: {
          // What every page needs packs better as one file.
          groups: [
            {
              name: "base",
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|@trpc)\/|client\/(trpc|link)\.ts|client\/ui\/(Button|Form|Field|Sheet|TextLink|Spinner|ErrorState|icons|textsIn|Toasts|Logo)\.tsx?|features\/(session\/(session|Login)|frame\/PublicLayout)\.tsx?/,
            },
          ],
        },
      },
    },
  },
});

/** Sonner puts its styles into an inline <style>, which the policy forbids; ui/tokens.css imports them. */
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

/**
 * tRPC is published for old browsers and with a statement beside its socket class that keeps the
 * class in: 2 KB of every first load that nobody uses.
 */
function trpcForToday(): Plugin {
  return {
    name: "trpc-for-today",
    enforce: "pre",
    transform: {
      filter: { id: /@trpc\/.*\.mjs/ },
      handler: (code) =>
        code
          .replace(/^.*\(WsConnection, "connectCount", 0\);$/m, "")
          .replace(
            "function _objectSpread2(e) {",
            "const _objectSpread2 = Object.assign;\nfunction unused(e) {",
          ),
    },
  };
}

/** A route is known by its path where it has no id: saying both weighs on every first load. */
function routesWithoutIds(): Plugin {
  return {
    name: "routes-without-ids",
    enforce: "pre",
    transform: {
      filter: { id: /routeTree\.gen\.ts$/ },
      handler: (code) => code.replace(/id: ("[^"]+"),\s+path: \1,/g, "path: $1,"),
    },
  };
}
