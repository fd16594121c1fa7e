// A page of its own for every address without ids in it: each names the files its screen is made of, so
// that they come with it, and those that are the same in every house and for everybody are painted.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesOf } from "../client/routes.ts";
import { clientFolder, root } from "../server/platform/installation/paths.ts";
import { stylesOf } from "./stylesOf.ts";

const painted = ["/", "/about", "/login", "/join", "/nopage"];

interface Chunk {
  file: string;
  imports?: string[];
}
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(join(clientFolder, "manifest.json"), "utf8"),
);
/** Half a KB in the page is sooner here than a request. */
const icon = encodeURIComponent(readFileSync(join(clientFolder, "icon.svg"), "utf8"));
const empty = readFileSync(join(clientFolder, "index.html"), "utf8").replace(
  'href="/icon.svg"',
  `href="data:image/svg+xml,${icon}"`,
);

const [, stylesheetFile = ""] = /rel="stylesheet".*href="\/([^"]+)"/.exec(empty) ?? [];
const stylesheet = readFileSync(join(clientFolder, stylesheetFile), "utf8");

const painter = join(root, "dist/painter");
const { emptyFrame, firstQuestion, paint }: typeof import("../client/prerender.tsx") = await import(
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

const emptyRoot = '<div id="root"></div>';
/** The files that a page names, each in a line. */
const named =
  / *<(?:script type="module"|link\s+rel="(?:modulepreload|preload|stylesheet)")[^>]*>(?:<\/script>)?\n/g;

function sizeOf(tag: string): number {
  const [, file = ""] = /(?:src|href)="\/(assets\/[^"]+)"/.exec(tag) ?? [];
  // An answer may weigh as much as a font.
  return file ? statSync(join(clientFolder, file)).size : 20_000;
}

/**
 * Takes the files out of a page. Over few connections they are there soonest when what is longest on the
 * way sets out first: the largest on the connection that is open.
 */
function unload(page: string): { bare: string; largestFirst: string[] } {
  const largestFirst = (page.match(named) ?? []).sort((a, b) => sizeOf(b) - sizeOf(a));
  return { bare: page.replaceAll(named, ""), largestFirst };
}

/** What is painted brings its styles along, and stands there before its program is asked for. */
function paintFirst(page: string, html: string): string {
  const { bare, largestFirst } = unload(page);
  const faces = largestFirst.filter((tag) => tag.includes('as="font"'));
  const program = largestFirst.filter((tag) => !faces.includes(tag));
  const head = [
    `    <style>${stylesOf(bare + html, stylesheet)}</style>\n`,
    `    <script type="module" src="/${manifest["afterPaint.ts"]?.file}"></script>\n`,
    ...faces,
  ];
  return bare
    .replace("  </head>", () => `${head.join("")}  </head>`)
    .replace(emptyRoot, () => `<div id="root">${html}</div>`)
    .replace("  </body>", () => `    <template>\n${program.join("")}    </template>\n  </body>`);
}

const inArea = /^\/(admin|resident|staff)\//;
/** Drawn over, not taken over: main.tsx. */
const framed = `<div id="root" data-frame>${emptyFrame()}</div>`;

/**
 * What is drawn by scripts needs them all. A dashboard, which people open daily, brings the styles along:
 * the page fits into what a server sends at once, and they take no connection from the scripts.
 */
function runFirst(page: string, address: string): string {
  const { bare, largestFirst } = unload(page);
  const head = largestFirst.map((tag) =>
    address.endsWith("dashboard") && tag.includes('"stylesheet"')
      ? `    <style>${stylesheet}</style>\n`
      : tag,
  );
  return bare
    .replace("  </head>", () => `${head.join("")}  </head>`)
    .replace(emptyRoot, (root) => (inArea.test(address) ? framed : root));
}

/**
 * The answer to what a screen asks first comes beside its scripts, instead of after them, and before what
 * else comes beside them: it takes longest to make, and nothing can be shown without it.
 */
async function askFirst(address: string, page: string): Promise<string> {
  const question = (await firstQuestion(address))?.replaceAll("&", "&amp;");
  if (!question) return page;
  const link = `    <link rel="preload" as="fetch" crossorigin fetchpriority="high" href="${question}">\n`;
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
    write(address, runFirst(await askFirst(address, page), address));
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
