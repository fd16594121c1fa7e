import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder with package.json: the same one whether this runs from server/ or, bundled, from dist/. */
export const root = (() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
})();

export const migrationsFolder = join(root, "drizzle");
export const clientFolder = join(root, "dist", "client");

export const version: string = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
