import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../../server/platform/installation/paths.ts";

/**
 * Bundles the server, the command line and the thread that reads spreadsheets, so that a start reads a few files, not thousands.
 * @returns the files that went into it
 */
export async function bundle(outdir: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: {
      main: "server/main.ts",
      stoep: "server/cli/main.ts",
      sheetWorker: "server/platform/csv/sheetWorker.ts",
    },
    absWorkingDir: root,
    outdir,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: [
      ...["better-sqlite3", "@node-rs/argon2"],
      // Fastify needs these only to compile its own schemas, which never happens here.
      ...["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler"],
    ],
    // Bundled CommonJS code needs `require`.
    banner: {
      js: 'import{createRequire as stoepRequire}from"node:module";const require=stoepRequire(import.meta.url);',
    },
    metafile: true,
    // The code stays in memory as long as the server runs.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    legalComments: "external",
    logLevel: "warning",
  });
  const made = Object.keys(metafile.outputs).filter((name) => name.endsWith(".js"));
  for (const name of made) await escapeLetters(join(root, name));
  return Object.keys(metafile.inputs);
}

/**
 * A single non-ASCII letter, which esbuild leaves in regular expressions, makes V8 store the whole
 * text with two bytes per character.
 */
async function escapeLetters(file: string): Promise<void> {
  const text = await readFile(file, "utf8");
  if (/\\[^\0-\x7f]/.test(text)) throw new Error(`${file}: a letter that is escaped already`);
  const escaped = text.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  if (escaped !== text) await writeFile(file, escaped);
}
