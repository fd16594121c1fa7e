import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../server/platform/installation/paths.ts";

/** A peer's packages, and which of them may run their build scripts. */
export interface Packages {
  dependencies: Record<string, string>;
  builds: readonly string[];
}

/**
 * Installs a peer's packages once, into their own folder and never among Stoep's. Returns the
 * folder, which also gets the files of `scripts/bench/peers/NAME`.
 * @throws npm's message when a package cannot be installed
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
