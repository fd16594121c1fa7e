import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../server/platform/installation/paths.ts";

// Whose work an archive carries, and under which terms: of what the bundles really hold, not of all that
// is installed to build them.

/** Where a build notes the packages it put into a bundle. */
export const packagesFile = (bundle: "client" | "server"): string =>
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

/** What a package says of itself, and its terms in full. */
function noticeOf(name: string): string {
  const folder = join(root, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const terms = readdirSync(folder)
    .filter((file) => isTerms.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  return [`${name} ${version} (${license ?? "see below"})`, ...terms].join("\n\n");
}

/** Node's own terms lie beside it, or where Debian keeps them. */
function noticeOfNode(node: string): string {
  const places = [join(node, "../../LICENSE"), "/usr/share/doc/nodejs/copyright"];
  const file = places.find((place) => existsSync(place));
  const terms = file
    ? readFileSync(file, "utf8").trim()
    : "MIT, and those of what it is made of: https://github.com/nodejs/node/blob/main/LICENSE";
  return `Node.js\n\n${terms}`;
}

/** A package for another kind of machine is in the lock file but not here. */
const isHere = (name: string) => existsSync(join(root, "node_modules", name));

const noted = (bundle: "client" | "server"): string[] =>
  JSON.parse(readFileSync(packagesFile(bundle), "utf8"));

/**
 * The text that goes into an archive.
 * @param others packages that lie in it whole, @param node the Node it brings
 */
export function notices(others: string[], node: string): string {
  const names = [
    ...new Set([...noted("server"), ...noted("client"), ...others.filter(isHere)]),
  ].sort();
  const rule = `\n\n${"-".repeat(80)}\n\n`;
  const head =
    "Stoep is made with the work of others. Here is whose, and under which terms each is given away.";
  return `${[head, ...names.map(noticeOf), noticeOfNode(node)].join(rule)}\n`;
}
