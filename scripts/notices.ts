import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../server/platform/installation/paths.ts";

// The licences of the packages in an archive: those really in the bundles, not all those installed
// to build them.

const bundles = ["server", "client", "worker"] as const;
type Bundle = (typeof bundles)[number];

/** Where a build lists the packages it bundled. */
export const packagesFile = (bundle: Bundle): string =>
  join(root, "dist", `${bundle}.packages.json`);

/** The names of the packages these files belong to. */
export function packagesOf(files: string[]): string[] {
  const names = files.flatMap((file) => {
    const inside = file.split(/(?:^|\/)node_modules\//).at(-1) ?? "";
    const [name] = /^(@[^/]+\/)?[^/]+/.exec(inside) ?? [];
    return inside === file || !name ? [] : name;
  });
  return [...new Set(names)].sort();
}

const isTerms = /^(licen[cs]e|copying|notice)([.-]|$)/i;

/** A package's own name and licence text. */
function noticeOf(name: string): string {
  const folder = join(root, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const terms = readdirSync(folder)
    .filter((file) => isTerms.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  return [`${name} ${version} (${license ?? "see below"})`, ...terms].join("\n\n");
}

/** Node's licence lies beside it, or where Debian puts it. */
function noticeOfNode(node: string): string {
  const places = [join(node, "../../LICENSE"), "/usr/share/doc/nodejs/copyright"];
  const file = places.find((place) => existsSync(place));
  const terms = file
    ? readFileSync(file, "utf8").trim()
    : "MIT, and those of what it is made of: https://github.com/nodejs/node/blob/main/LICENSE";
  return `Node.js\n\n${terms}`;
}

/** The lock file also lists packages for other platforms, which are not installed. */
const isHere = (name: string) => existsSync(join(root, "node_modules", name));

const noted = (bundle: Bundle): string[] => JSON.parse(readFileSync(packagesFile(bundle), "utf8"));

/**
 * The notices of an archive.
 * @param others packages included as a whole, @param node the included Node
 */
export function notices(others: string[], node: string): string {
  const names = [...new Set([...bundles.flatMap(noted), ...others.filter(isHere)])].sort();
  const rule = `\n\n${"-".repeat(80)}\n\n`;
  const head =
    "Stoep is made with the work of others. Here is whose, and under which terms each is given away.";
  return `${[head, ...names.map(noticeOf), noticeOfNode(node)].join(rule)}\n`;
}
