import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Line } from "./report.ts";

// What a first visit loads: JS, CSS and fonts of an address. Build the client first.

const dist = new URL("../../dist/client/", import.meta.url);

/** A chunk, as the build's manifest has it. */
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
  /** Fetched once the page stands, so that a dead network can be told about. */
  afterwards?: string[];
  budget: Record<(typeof kinds)[number], number>;
}

/** The screens that an address draws, besides the entry. KB are of 1,000 bytes. */
const visits: Visit[] = [
  {
    address: "/login",
    screens: ["frame/PublicLayout", "session/Login"],
    budget: { js: 140, css: 20, fonts: 45 },
  },
  {
    address: "/resident/dashboard",
    screens: ["frame/ResidentArea", "dashboard/ResidentDashboard"],
    afterwards: ["toaster", "texts"],
    budget: { js: 165, css: 20, fonts: 45 },
  },
];

/** A chunk and everything it needs before it can run. */
function withImports(manifest: Manifest, key: string, seen: Set<string>): void {
  if (seen.has(key)) return;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) withImports(manifest, next, seen);
}

function filesOf({ screens, afterwards = [] }: Visit) {
  const manifest: Manifest = JSON.parse(readFileSync(new URL("manifest.json", dist), "utf8"));
  const html = readFileSync(new URL("index.html", dist), "utf8");
  const linked = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, file = ""]) => file);
  /** What is asked for by the page itself, by a screen's route in its parts, and by name. */
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
    // The other faces load only where a name needs their letters.
    fonts: new Set(linked(/href="\/([^"]+\.woff2)"/g)),
  };
}

const sum = (files: Iterable<string>, pack: (content: Buffer) => Buffer) =>
  [...files].reduce((all, file) => all + pack(readFileSync(new URL(file, dist))).length, 0) / 1000;

/** Of each address and kind what it weighs packed either way, in KB, and may weigh with gzip. */
export const firstLoads = () =>
  visits.flatMap((visit) => {
    const files = filesOf(visit);
    return kinds.map((kind) => {
      // Fonts are packed as they are.
      const [gzip, brotli] = [gzipSync, brotliCompressSync].map((pack) =>
        sum(files[kind], (content) => (kind === "fonts" ? content : pack(content))),
      );
      const what = `${visit.address} ${kind}`;
      return { what, gzip: gzip ?? NaN, brotli: brotli ?? NaN, budget: visit.budget[kind] };
    });
  });

/** The same as lines of the table, with gzip. */
export const measureClient = async (): Promise<Line[]> =>
  firstLoads().map(({ what, gzip, budget }) => ({
    what: `first load of ${what}`,
    rounds: [gzip],
    unit: "KB",
    goal: { atMost: budget },
  }));
