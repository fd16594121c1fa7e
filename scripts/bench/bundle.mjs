// What a first visit loads: JS, CSS and fonts of an address, held to the budget. Build the client first.
import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";

const dist = new URL("../../dist/client/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("manifest.json", dist), "utf8"));

/** The screens that an address draws, besides the entry. KB are of 1,000 bytes. */
const visits = [
  {
    address: "/login",
    screens: ["frame/PublicLayout", "session/Login"],
    budget: { js: 110, css: 15, fonts: 45 },
  },
  {
    address: "/resident/dashboard",
    screens: ["frame/ResidentArea", "dashboard/ResidentDashboard"],
    // Fetched once the page stands, so that a dead network can be told about.
    afterwards: ["speech", "texts"],
    budget: { js: 130, css: 15, fonts: 45 },
  },
];

/** A chunk and everything it needs before it can run. */
function withImports(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) withImports(next, seen);
  return seen;
}

/** What is loaded for a screen: the parts its route was split into. */
const partsOf = (screen) =>
  Object.keys(manifest).filter((key) => key.startsWith(`features/${screen}.tsx?`));

const named = (name) => Object.keys(manifest).find((key) => manifest[key].name === name);

const html = readFileSync(new URL("index.html", dist), "utf8");

/** The styles that a painted page brings along, besides the sheet of all screens. */
function ownStyles(address) {
  const page = readFileSync(new URL(`pages${address}.html`, dist), "utf8");
  return /<style>(.*)<\/style>.*"stylesheet"/s.exec(page)?.[1] ?? "";
}
const linked = (pattern) => [...html.matchAll(pattern)].map(([, file]) => file);

/** The chunks that the page itself asks for. */
const scripts = linked(/src="\/([^"]+\.js)"/g);
const started = Object.keys(manifest).filter((key) => scripts.includes(manifest[key].file));
// What fetches them where a page is painted.
started.push("afterPaint.ts");

function filesOf({ screens, afterwards = [] }) {
  const chunks = new Set();
  for (const key of [...started, ...screens.flatMap(partsOf), ...afterwards.map(named)])
    withImports(key, chunks);
  const all = [...chunks].map((key) => manifest[key]);
  const css = all.flatMap(({ css = [], assets = [] }) => [
    ...css,
    ...assets.filter((file) => file.endsWith(".css")),
  ]);
  return {
    js: new Set(all.map(({ file }) => file)),
    css: new Set([...css, ...linked(/href="\/([^"]+\.css)"/g)]),
    // The other faces load only where a name needs their letters.
    fonts: new Set(linked(/href="\/([^"]+\.woff2)"/g)),
  };
}

const kb = (bytes) => (bytes / 1000).toFixed(1).padStart(6);
const sum = (files, pack) =>
  [...files].reduce((total, file) => total + pack(readFileSync(new URL(file, dist))).length, 0);
const packed = {
  js: (content) => gzipSync(content),
  css: (content) => gzipSync(content),
  fonts: (content) => content,
};

let over = false;
console.log("First load, KB            gzip  brotli  budget");
for (const visit of visits) {
  const files = filesOf(visit);
  for (const [kind, budget] of Object.entries(visit.budget)) {
    const own = kind === "css" ? ownStyles(visit.address) : "";
    const gzip = sum(files[kind], packed[kind]) + (own ? packed.css(own).length : 0);
    const brotli =
      kind === "fonts"
        ? gzip
        : sum(files[kind], brotliCompressSync) + (own ? brotliCompressSync(own).length : 0);
    const tooMuch = gzip > budget * 1000;
    over ||= tooMuch;
    const name = `${visit.address} ${kind}`.padEnd(24);
    console.log(name, kb(gzip), kb(brotli), `  ≤ ${budget}`, tooMuch ? "TOO MUCH" : "");
  }
}
process.exitCode = over ? 1 : 0;
