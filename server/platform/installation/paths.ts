import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder with package.json. It is the same for sources in server/ and bundles in dist/. */
export const root = (() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
})();

/** The command line's program: bundled beside the server's, or the source. */
export const commandLine = (() => {
  const beside = join(dirname(fileURLToPath(import.meta.url)), "stoep.js");
  return existsSync(beside) ? beside : join(root, "server/cli/main.ts");
})();

export const migrationsFolder = join(root, "drizzle");
export const clientFolder = join(root, "dist", "client");

export const version: string = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
