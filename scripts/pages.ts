// A page of its own for every address without ids in it: each names the files its screen is made of, so
// that they come with it, and those that are the same in every house and for everybody are painted.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesOf } from "../client/routes.ts";
import { clientFolder, root } from "../server/paths.ts";
import { stylesOf } from "./stylesOf.ts";

const painted = ["/", "/about", "/login", "/join", "/nopage"];

interface Chunk {
  file: string;
  imports?: string[];
}
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(join(clientFolder, "manifest.json"), "utf8"),
);
const empty = readFileSync(join(clientFolder, "index.html"), "utf8");

const painter = join(root, "dist/painter");
const { firstQuestion, paint }: typeof import("../client/prerender.tsx") = await import(
  join(painter, "prerender.js")
);

/** What a screen and the frames around it were split into, with what that needs; not what starts every page. */
function chunksOf(sources: string[]): string[] {
  const found = new Set<string>();
  const add = (key: string) => {
    const { file = "", imports = [] } = manifest[key] ?? {};
    if (found.has(file) || empty.includes(file)) return;
    found.add(file);
    imports.forEach(add);
  };
  for (const source of sources)
    Object.keys(manifest)
      .filter((key) => key.startsWith(`${source}?`))
      .forEach(add);
  return [...found];
}

function write(address: string, page: string): void {
  const file = join(clientFolder, "pages", `${address === "/" ? "index" : address}.html`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, page);
}

/** Takes what matches out of a page; answers both. */
function cut(page: string, pattern: RegExp): [string, string] {
  const found = page.match(pattern)?.join("") ?? "";
  return [page.replace(pattern, ""), found];
}
const emptyRoot = '<div id="root"></div>';
const addressIn = (tag: string) => /(?:src|href)="\/([^"]+)"/.exec(tag)?.[1] ?? "index.html";
const scripts = / *<script type="module"[^>]*><\/script>\n/g;
const program = / *<(script type="module"|link rel="modulepreload")[^>]*>(<\/script>)?\n/g;
const styles = / *<link rel="stylesheet"[^>]*>\n/;
const font = / *<link\s+rel="preload"[^>]*>\n/;

/** What is painted brings its styles along, and is on the screen before the program is asked for. */
function paintFirst(page: string, html: string): string {
  const [withoutSheet, sheet] = cut(page, styles);
  const [bare, scripts] = cut(withoutSheet, program);
  const own = stylesOf(bare + html, readFileSync(join(clientFolder, addressIn(sheet)), "utf8"));
  const later = manifest["afterPaint.ts"]?.file;
  return bare
    .replace(font, (face) => `    <style>${own}</style>\n${face}`)
    .replace("  </head>", `    <script type="module" src="/${later}"></script>\n  </head>`)
    .replace(emptyRoot, () => `<div id="root">${html}</div>`)
    .replace("  </body>", `    <template>\n${sheet}${scripts}    </template>\n  </body>`);
}

/** What is drawn by scripts needs the largest of them first, on the connection that is there; the font last. */
function runFirst(page: string): string {
  const [bare, face] = cut(cut(page, scripts)[0], font);
  const size = (tag: string) => statSync(join(clientFolder, addressIn(tag))).size;
  const largestFirst = (page.match(scripts) ?? []).sort((a, b) => size(b) - size(a)).join("");
  return bare
    .replace(styles, (sheet) => largestFirst + sheet)
    .replace("  </head>", `${face}  </head>`);
}

/** The answer to what a screen asks first comes beside its scripts, instead of after them. */
async function askFirst(address: string, page: string): Promise<string> {
  const question = (await firstQuestion(address))?.replaceAll("&", "&amp;");
  if (!question) return page;
  const link = `    <link rel="preload" as="fetch" crossorigin href="${question}">\n`;
  return page.replace("  </head>", () => `${link}  </head>`);
}

const withChunks = (sources: string[]) => {
  const links = chunksOf(sources).map(
    (file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`,
  );
  return empty.replace("  </head>", `${links.join("")}  </head>`);
};

const anywhere = filesOf.get("/$") ?? [];
for (const address of new Set([...filesOf.keys(), ...painted])) {
  if (address.includes("$")) continue;
  const page = withChunks(filesOf.get(address) ?? anywhere);
  if (!painted.includes(address)) {
    write(address, runFirst(await askFirst(address, page)));
    continue;
  }
  const { title, html } = await paint(address);
  if (html.includes(" style=")) throw new Error(`${address}: the policy forbids styles in HTML.`);
  write(
    address,
    paintFirst(page, html).replace("<title>Stoep<", () => `<title>${title}<`),
  );
}
rmSync(painter, { recursive: true });
// Something in the client listens to the other tabs and would wait for them.
process.exit();
