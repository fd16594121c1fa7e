import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { personal } from "../server/api/personal.ts";
import { appRouter } from "../server/api/router.ts";
import { restCalls } from "../server/app.ts";
import { environment } from "../server/config.ts";
import { auditActions } from "../server/features/audit/schema.ts";
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
          ...["personal.ts", "audit.ts", `${feature}.test.ts`],
        ],
        `server/features/${feature}/${file}`,
      ).toContain(file);
});

type Module = Readonly<Record<string, unknown>>;
const contentsOf = (modules: Record<string, Module>) =>
  Object.entries(modules).flatMap(([file, module]) =>
    Object.values(module).map((content) => ({ file, content: content as object })),
  );

test("every procedure of a feature is in the router", () => {
  const roles = ["public", "member", "admin", "resident", "staff"];
  const served = new Set(Object.values<unknown>(appRouter._def.procedures));
  const all = contentsOf(
    import.meta.glob<Module>("../server/features/*/router.ts", { eager: true }),
  ).flatMap(({ file, content }) =>
    Object.entries(content)
      .filter(([role]) => roles.includes(role))
      .flatMap(([role, procedures]) =>
        Object.entries(procedures as object).map(([name, procedure]) => ({
          path: `${file} ${role} ${name}`,
          procedure,
        })),
      ),
  );
  expect(all.length).toBe(served.size);
  expect(all.filter(({ procedure }) => !served.has(procedure)).map(({ path }) => path)).toEqual([]);
});

test("every REST row of a feature is served", () => {
  const served = new Set<unknown>(restCalls.flatMap(({ rows }) => rows));
  const all = contentsOf(
    import.meta.glob<Module>("../server/features/*/rest.ts", { eager: true }),
  ).filter(({ content }) => Array.isArray(content));
  expect(all.length).toBeGreaterThan(9);
  for (const { file, content } of all)
    for (const row of content as unknown[]) expect(served.has(row), file).toBe(true);
});

test("every personal.ts is asked what a person gets", () => {
  const all = Object.entries(
    import.meta.glob<Module>(
      ["../server/{features,platform}/*/personal.ts", "!../server/platform/privacy/personal.ts"],
      { eager: true },
    ),
  );
  expect(all.length).toBeGreaterThan(9);
  for (const [file, module] of all)
    expect(
      Object.values(module).some((each) => personal.includes(each as never)),
      file,
    ).toBe(true);
});

test("every action of the audit trail has its words, from one file", () => {
  const all = contentsOf(
    import.meta.glob<Module>("../server/features/*/audit.ts", { eager: true }),
  ).flatMap(({ content }) => Object.keys(content));
  expect(all.toSorted()).toEqual(Object.keys(auditActions).sort());
});

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
