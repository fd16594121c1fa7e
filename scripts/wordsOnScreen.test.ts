import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { environment } from "../server/config.ts";
import "../server/app.ts";
import { errors } from "../server/errors.ts";
import { root } from "../server/platform/installation/paths.ts";

// Texts on the screen mention nothing that only the person who installed Stoep can know.

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
}).split("\n");
const isShown = (file: string) =>
  /^client\/(?!e2e\/|vite\.config).*\.tsx?$/.test(file) ||
  /^server\/(errors|platform\/validation\/schema|api\/openapi|features\/[^/]+\/(schema|service|router|rest))\.ts$/.test(
    file,
  ) ||
  /^server\/platform\/((csv|mail)\/.*|[^/]+\/schema|auth\/passwords\/(weak|throttle)|health\/health|https\/trust(Page|Steps))\.ts$/.test(
    file,
  );
const isNoTest = (file: string) => !/\.(test|gen)\.tsx?$|\/testing\.ts$/.test(file);
const files = tracked.filter((file) => isShown(file) && isNoTest(file));

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Texts that people may read: strings, templates and JSX text, but not SQL. */
function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (!isNode(node)) return [];
  if (/^(Import|ExportAll|TaggedTemplate)|^TSLiteralType$/.test(node.type)) return [];
  if (node.type === "Literal" || node.type === "JSXText")
    return typeof node.value === "string" ? [node.value] : [];
  if (node.type === "TemplateElement") return [(node.value as { raw: string }).raw];
  return Object.values(node).flatMap(textsIn);
}

const textsOf = (file: string, text = readFileSync(join(root, file), "utf8")) =>
  textsIn(parseSync(file, text).program);

// Without an underscore, such as HTTPS, HOST and PORT, a setting's name is also an ordinary word.
const settings = Object.keys(environment.shape).filter((name) => name.includes("_"));
const insiders = new RegExp(`\\b(${settings.join("|")}|README)\\b|\\b(uuid|hash(es|ed)?)\\b`, "gi");
/** A setting's name together with its meaning. */
const explained = /\b[A-Z_]+, the setting that /g;

const foundIn = (text: string) =>
  [...text.replace(explained, "").matchAll(insiders)].map(([word]) => word);

test.each(files)("%s names no setting, README, UUID or hash to the people who read it", (file) => {
  expect(textsOf(file).filter((text) => foundIn(text).length > 0)).toEqual([]);
});

test.each([...errors])("%s says in whole sentences what happened", (_, [, message]) => {
  expect(foundIn(message)).toEqual([]);
  expect(message).toMatch(/^\S.*\S$/);
  // One idea per sentence: what happened, then what to do. "; do this" joins the two.
  expect(message).not.toContain(";");
});

// The person who looks after the machine knows its settings, but has no README at hand and reads
// plain English.
const riddles = /\bREADME\b(?!\.md$)|\bwhom\b|\bstands?\b|\bnobody may not\b|\buuid\b/i;
const terminalFiles = tracked.filter(
  (file) =>
    /^server\/(cli(?!\/demo)|platform\/(release|backup|health|https))\/.*\.ts$/.test(file) ||
    /^server\/(platform\/installation\/\w+|database\/open|config)\.ts$/.test(file) ||
    /^scripts\/(package|packing\/.*)\.ts$/.test(file),
);

test.each(terminalFiles.filter(isNoTest))(
  "%s speaks plainly to whoever looks after the machine",
  (file) => {
    expect(textsOf(file).filter((text) => riddles.test(text))).toEqual([]);
  },
);

test("what must not be said is found wherever it stands", () => {
  for (const [code, word] of [
    ["const note = 'Set STOEP_ORIGIN first.';", "STOEP_ORIGIN"],
    [`const page = <p>Stoep's README says how.</p>;`, "README"],
    ["const label = <Field hint={`Its hash`} />;", "hash"],
    ["fail({ message: `must be a UUID` });", "UUID"],
  ] as const)
    expect(textsOf("page.tsx", code).flatMap(foundIn), code).toEqual([word]);
  expect(foundIn("Add it to ALLOWED_HOSTS, the setting that lists the names.")).toEqual([]);
});
