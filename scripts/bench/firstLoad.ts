import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Line } from "./report.ts";

// Measures what a first visit to an address loads: JS, CSS and fonts. Build the client first.

const dist = new URL("../../dist/client/", import.meta.url);

/** A chunk in the build's manifest. */
interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  css?: string[];
  assets?: string[];
}
type Manifest = Record<string, Chunk>;

const kinds = ["js", "css", "fonts"] as const;
interface Visit {
  address: string;
  screens: string[];
  /** Loaded after the page is shown, so that it can report a dead network. */
  afterwards?: string[];
  budget: Record<(typeof kinds)[number], number>;
}

/** The screens that an address shows, besides the entry. A KB is 1,000 bytes. */
const visits: Visit[] = [
  {
    address: "/login",
    screens: ["frame/PublicLayout", "account/Login"],
    budget: { js: 140, css: 20, fonts: 45 },
  },
  {
    address: "/resident/dashboard",
    screens: ["frame/ResidentArea", "dashboard/ResidentDashboard"],
    afterwards: ["toaster", "texts"],
    budget: { js: 165, css: 20, fonts: 45 },
  },
];

/** A chunk and everything it imports. */
function withImports(manifest: Manifest, key: string, seen: Set<string>): void {
  if (seen.has(key)) return;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) withImports(manifest, next, seen);
}

function filesOf({ screens, afterwards = [] }: Visit) {
  const manifest: Manifest = JSON.parse(readFileSync(new URL("manifest.json", dist), "utf8"));
  const html = readFileSync(new URL("index.html", dist), "utf8");
  const linked = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, file = ""]) => file);
  /** The chunks that the page itself loads, those of a screen's route, and those loaded by name. */
  const scripts = linked(/src="\/([^"]+\.js)"/g);
  const entries = Object.entries(manifest).filter(
    ([key, { file, name = "" }]) =>
      scripts.includes(file) ||
      screens.some((screen) => key.startsWith(`features/${screen}.tsx?`)) ||
      afterwards.includes(name),
  );
  const chunks = new Set<string>();
  for (const [key] of entries) withImports(manifest, key, chunks);
  const all = [...chunks].flatMap((key) => manifest[key] ?? []);
  const styles = all.flatMap(({ css = [], assets = [] }) => [
    ...css,
    ...assets.filter((name) => name.endsWith(".css")),
  ]);
  return {
    js: new Set(all.map(({ file }) => file)),
    css: new Set([...styles, ...linked(/href="\/([^"]+\.css)"/g)]),
    // The other fonts load only where a name needs their letters.
    fonts: new Set(linked(/href="\/([^"]+\.woff2)"/g)),
  };
}

const sum = (files: Iterable<string>, pack: (content: Buffer) => Buffer) =>
  [...files].reduce((all, file) => all + pack(readFileSync(new URL(file, dist))).length, 0) / 1000;

/** The compressed sizes of each address and kind, in KB, and the budget for gzip. */
export const firstLoads = () =>
  visits.flatMap((visit) => {
    const files = filesOf(visit);
    return kinds.map((kind) => {
      // Fonts are compressed already.
      const [gzip, brotli] = [gzipSync, brotliCompressSync].map((pack) =>
        sum(files[kind], (content) => (kind === "fonts" ? content : pack(content))),
      );
      const what = `${visit.address} ${kind}`;
      return { what, gzip: gzip ?? NaN, brotli: brotli ?? NaN, budget: visit.budget[kind] };
    });
  });

/** The gzip sizes as lines of the table. */
export const measureClient = async (): Promise<Line[]> =>
  firstLoads().map(({ what, gzip, budget }) => ({
    what: `first load of ${what}`,
    rounds: [gzip],
    unit: "KB",
    goal: { atMost: budget },
  }));
