import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { environment } from "../server/config.ts";
import { scheduledJobs } from "../server/jobs.ts";
import { root } from "../server/platform/installation/paths.ts";
import { openHouse } from "../server/testing.ts";

// Checks the layout that README describes, so that it stays true. The linter checks the other imports
// (scripts/lint/imports.grit) and that there is no circle.

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file && existsSync(join(root, file)));
const read = (file: string) => readFileSync(join(root, file), "utf8");

test("the top level holds what it must and nothing else", () => {
  const top = [...new Set(tracked.map((file) => file.split("/")[0] ?? ""))].sort();
  expect(top.join(" ")).toBe(
    ".ci .gitignore .npmrc .nvmrc CHANGELOG.md Dockerfile README.md biome.json client " +
      "compose.yaml docs drizzle package-lock.json package.json scripts server " +
      "tsconfig.json vitest.config.ts",
  );
});

/** The features in their layers: one may import those of the layers before its own. */
const layers = [
  ["people"],
  ["attachments", "audit"],
  ["units"],
  ["announcements"],
  ["account", "changes", "fines", "maintenance", "spreadsheet", "visitors"],
  ["backups", "building", "dashboard", "live", "personPages", "privacy", "search"],
  ["frame"],
] as const;
const layerOf = new Map<string, number>(
  layers.flatMap((names, layer) => names.map((name) => [name, layer] as const)),
);

/** The features that a source names in its imports, by the path from where it is. */
const importedFeatures = (file: string, side: string) =>
  [...read(file).matchAll(/(?:from|import|import\() ?"(\.[^"]+)"/g)].flatMap(([, path = ""]) => {
    const imported = posix.join(posix.dirname(file), path);
    return imported.match(`^${side}/features/(\\w+)/`)?.[1] ?? [];
  });

test.each(["server", "client"])("features of the %s import those below them", (side) => {
  const upwards: string[] = [];
  const features = new Set<string>();
  for (const file of tracked) {
    const [, feature] = file.match(`^${side}/features/(\\w+)/.*\\.tsx?$`) ?? [];
    if (!feature) continue;
    features.add(feature);
    for (const imported of file.includes(".test.") ? [] : importedFeatures(file, side))
      if (imported !== feature && !((layerOf.get(imported) ?? 9) < (layerOf.get(feature) ?? -1)))
        upwards.push(`${file} imports ${imported}`);
  }
  expect(upwards).toEqual([]);
  // Both sides have the same nouns; what is around the screens is the client's alone.
  const known = [...layerOf.keys()].filter((name) => side === "client" || name !== "frame");
  expect([...features].sort()).toEqual(known.sort());
});

type Module = Readonly<Record<string, unknown>>;
const contentsOf = (modules: Record<string, Module>) =>
  Object.entries(modules).flatMap(([file, module]) =>
    Object.values(module).map((content) => ({ file, content: content as object })),
  );

test("the platform's jobs need no table of a feature", async () => {
  const { db, services } = openHouse();
  const tables = contentsOf(
    import.meta.glob<Module>("../server/features/**/table.ts", { eager: true }),
  ).flatMap(({ content }) => (is(content, SQLiteTable) ? [getTableName(content)] : []));
  expect(tables.length).toBeGreaterThan(5);
  db.$client.pragma("foreign_keys = OFF");
  for (const table of tables) db.$client.exec(`DROP TABLE "${table}"`);
  for (const { name, run } of scheduledJobs(services))
    if (["sweep", "erasure"].includes(name)) await run(new AbortController().signal);
});

test.each(["machine/stoep.service", "growing/buildings/stoep@.service"])(
  "systemd goes on starting a Stoep that cannot start yet: %s",
  (unit) => {
    const lines = read(`scripts/${unit}`).split("\n");
    expect(lines).toContain("StartLimitIntervalSec=0");
    expect(lines).toContain("RestartSec=5");
  },
);

test("README's table of settings and the settings are the same", () => {
  const rows = [...read("README.md").matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual(Object.keys(environment.shape).sort());
});

test("every version in package.json is exact", () => {
  const { dependencies, devDependencies } = JSON.parse(read("package.json"));
  for (const version of Object.values<string>({ ...dependencies, ...devDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

test("the lock file has every package that another asks for, so that npm ci takes it", () => {
  // npm omits an optional package that its registry lacks, and then refuses its own lock file.
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>;
  };
  const locked = new Set(
    Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")),
  );
  const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  expect(optional.filter((name) => !locked.has(name))).toEqual([]);
});

test("each neighbour in the building that browser tests share has a name of their own", () => {
  const specs = tracked.filter((file) => file.startsWith("client/e2e/"));
  const names = specs.flatMap((file) =>
    [...read(file).matchAll(/neighbour\(server\.url, person\("(\w+)"/g)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(10);
  expect(names).toEqual([...new Set(names)]);
});
