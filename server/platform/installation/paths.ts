import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder with package.json. It is the same for sources in server/ and bundles in dist/. */
export const root = (() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
})();

/** A program that is bundled beside the server's; undefined while the sources run. */
function bundled(name: string): string | undefined {
  const beside = join(dirname(fileURLToPath(import.meta.url)), name);
  return existsSync(beside) ? beside : undefined;
}

/** The command line's program: the bundle, or the source. */
export const commandLine = bundled("stoep.js") ?? join(root, "server/cli/main.ts");
/** The thread that reads spreadsheets. Node 20 starts none from a source. */
export const sheetWorker = bundled("sheetWorker.js");

export const migrationsFolder = join(root, "drizzle");
export const clientFolder = join(root, "dist", "client");

export const version: string = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
