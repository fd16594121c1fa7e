// Bundles the server and the command line into dist/server: one start reads a few files, not thousands.
import { readFile, rm } from "node:fs/promises";
import { build, type Plugin } from "esbuild";

/**
 * tRPC is published for old engines: it copies objects property by property, each with its own
 * descriptor. On every step of every call that costs a tenth of a small answer.
 */
const trpcForToday: Plugin = {
  name: "trpc-for-today",
  setup: ({ onLoad }) =>
    onLoad({ filter: /@trpc\/.*\.mjs$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(
        "function _objectSpread2(e) {",
        "const _objectSpread2 = Object.assign;\nfunction unused(e) {",
      ),
    })),
};

await rm("dist/server", { recursive: true, force: true });
await build({
  entryPoints: { main: "server/main.ts", stoep: "server/cli/main.ts" },
  outdir: "dist/server",
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  external: ["better-sqlite3", "@node-rs/argon2"],
  // What is bundled and not written for modules asks for `require`.
  banner: {
    js: 'import{createRequire as stoepRequire}from"node:module";const require=stoepRequire(import.meta.url);',
  },
  plugins: [trpcForToday],
  logLevel: "warning",
});
