import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { environment } from "../server/config.ts";
import { scheduledJobs } from "../server/jobs.ts";
import { root } from "../server/platform/installation/paths.ts";
import { openHouse } from "../server/testing.ts";

// Checks the layout that README describes, so that it stays true. The linter checks the imports:
// scripts/lint/imports.grit.

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

test("a feature of the server is made of these files only", () => {
  for (const feature of readdirSync(join(root, "server/features")))
    for (const file of readdirSync(join(root, "server/features", feature)))
      expect(
        [
          ...["schema.ts", "table.ts", "service.ts", "router.ts", "rest.ts", "errors.ts"],
          ...[
            "index.ts",
            "personal.ts",
            "audit.ts",
            "needs.ts",
            `${feature}.test.ts`,
            `${feature}.release.test.ts`,
          ],
          ...["list.ts", "longList.ts", "longList.test.ts"],
        ],
        `server/features/${feature}/${file}`,
      ).toContain(file);
});

type Module = Readonly<Record<string, unknown>>;
const contentsOf = (modules: Record<string, Module>) =>
  Object.entries(modules).flatMap(([file, module]) =>
    Object.values(module).map((content) => ({ file, content: content as object })),
  );

test("the platform's jobs need no table of a feature", async () => {
  const { db, services } = openHouse();
  const tables = contentsOf(
    import.meta.glob<Module>("../server/features/*/table.ts", { eager: true }),
  ).flatMap(({ content }) => (is(content, SQLiteTable) ? [getTableName(content)] : []));
  expect(tables.length).toBeGreaterThan(5);
  db.$client.pragma("foreign_keys = OFF");
  for (const table of tables) db.$client.exec(`DROP TABLE "${table}"`);
  for (const { name, run } of scheduledJobs(services))
    if (["sweep", "erasure"].includes(name)) await run();
});

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
