import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../server/platform/installation/paths.ts";

/** What is installed for a peer, and which of it may build itself. */
export interface Packages {
  dependencies: Record<string, string>;
  builds: readonly string[];
}

/**
 * Installs a peer's packages into a folder of their own, once; never among Stoep's. Answers the folder,
 * with the files of `scripts/bench/peers/NAME` in it.
 * @throws what npm says, when one of them cannot be had
 */
export function install(name: string, { dependencies, builds }: Packages): string {
  const folder = join(root, "node_modules/.cache/stoep-peers", name);
  mkdirSync(folder, { recursive: true });
  const allowScripts = Object.fromEntries(builds.map((each) => [each, true]));
  const wanted = { name: `peer-${name}`, private: true, dependencies, allowScripts };
  const [manifest, done] = [join(folder, "package.json"), join(folder, "installed.json")];
  const text = JSON.stringify(wanted, null, 2);
  if (!existsSync(done) || readFileSync(done, "utf8") !== text) {
    writeFileSync(manifest, text);
    console.error(`Installing ${Object.keys(dependencies).join(", ")} …`);
    const words = ["install", "--no-audit", "--no-fund", "--omit=dev", "--no-package-lock"];
    execFileSync("npm", words, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
    writeFileSync(done, text);
  }
  cpSync(join(root, "scripts/bench/peers", name), folder, { recursive: true });
  return folder;
}
