import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { environment } from "../server/config.ts";
import { root } from "../server/platform/installation/paths.ts";

// Checks the layout that README describes, so that it stays true.

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file && existsSync(join(root, file)));
const sources = tracked.filter(
  (file) => /^(server|client)\/.*\.tsx?$/.test(file) && !/\.gen\.ts$/.test(file),
);
const isTest = (file: string) =>
  /\.test\.tsx?$|(^|\/)testing\.tsx?$|^server\/(contract|faults)\/|^client\/e2e\//.test(file);
const own = sources.filter((file) => !isTest(file));
const read = (file: string) => readFileSync(join(root, file), "utf8");

interface Import {
  from: string;
  /** The path from the root for our own files, otherwise the package's name. */
  to: string;
  typeOnly: boolean;
}

const pathOf = (file: string, target: string) =>
  target.startsWith(".") ? relative(root, resolve(root, dirname(file), target)) : target;

function importsOf(file: string): Import[] {
  const found = read(file).matchAll(/^(?:import|export)\s+(type\s)?([^;]*?from\s+)?"([^"]+)"/gm);
  return [...found].map(([, type, names = "", target = ""]) => ({
    from: file,
    to: pathOf(file, target),
    typeOnly: type !== undefined || /^\{(\s*type\s[^,}]+,?)+\s*\}/.test(names),
  }));
}

/** Modules a file loads when it needs them: `import("./pdf.ts")`. */
const lateImportsOf = (file: string): Import[] =>
  [...read(file).matchAll(/\bimport\("([^"]+)"\)/g)].map(([, target = ""]) => ({
    from: file,
    to: pathOf(file, target),
    typeOnly: false,
  }));

const imports = own.flatMap(importsOf);
const where = ({ from, to }: Import) => `${from} imports ${to}`;

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

test.each([
  ["router.ts", "server/api/router.ts"],
  ["rest.ts", "server/app.ts"],
  ["personal.ts", "server/api/personal.ts"],
  ["audit.ts", "server/features/audit/schema.ts"],
])("every %s is gathered in %s", (name, gatherer) => {
  const gathered = importsOf(gatherer).map(({ to }) => to);
  const each = new RegExp(`^server/(features/|http/|platform/.*/)([^/]+/)?${name}$`);
  const all = own.filter((file) => each.test(file) && file !== "server/platform/audit/audit.ts");
  expect(all.length).toBeGreaterThan(5);
  expect(all.filter((file) => !gathered.includes(file))).toEqual([]);
});

test("no action of the trail stands in two files", () => {
  const names = own
    .filter((file) => /^server\/features\/[^/]+\/audit\.ts$/.test(file))
    .flatMap((file) => [...read(file).matchAll(/^ {2}"(\w+\.\w+)":/gm)].map(([, name]) => name));
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("the platform stands below the features", () => {
  const upward = imports.filter(
    ({ from, to }) => from.startsWith("server/platform/") && to.startsWith("server/features/"),
  );
  expect(upward.map(where)).toEqual([]);
});

const tablesOfFeatures = own
  .filter((file) => /^server\/features\/\w+\/table\.ts$/.test(file))
  .flatMap((file) => [...read(file).matchAll(/sqliteTable\(\s*"(\w+)"/g)].map(([, name]) => name));
/** A table's name as a whole string, or in SQL where a table's name is expected. */
const tableMention = new RegExp(
  `"(${tablesOfFeatures.join("|")})"|\\b(?:from|join|into|update|table|on)\\s+["\`]?(${tablesOfFeatures.join("|")})\\b`,
  "gi",
);
const mentionsIn = (code: string) =>
  [...withoutComments(code).matchAll(tableMention)].map(([, alone, inSql]) => alone ?? inSql);

test.each([
  ['const table = "fines";', ["fines"]],
  ["`SELECT count(*) FROM fines`", ["fines"]],
  ['sqlite.exec("DELETE FROM visits; UPDATE units SET label = 1")', ["visits", "units"]],
  ["`CREATE TRIGGER t AFTER INSERT ON fines`", ["fines"]],
  ['const kept = "fines, requests and visits point to it";', []],
])("a table's name in %s is found", (code, names) => {
  expect(mentionsIn(code)).toEqual(names);
});

test("the platform knows no table of a feature by name", () => {
  expect(tablesOfFeatures.length).toBeGreaterThan(5);
  const mentions = own
    .filter((file) => file.startsWith("server/platform/"))
    .flatMap((file) => mentionsIn(read(file)).map((name) => `${file}: ${name}`));
  // Units of measurement, not the table.
  expect(mentions).toEqual(["server/platform/weather/openWeatherMap.ts: units"]);
});

test("people is the floor of the features", () => {
  const below = imports.filter(
    ({ from, to }) =>
      from.startsWith("server/features/people/") &&
      to.startsWith("server/features/") &&
      !to.startsWith("server/features/people/"),
  );
  expect(below.map(where)).toEqual([]);
});

test("schemas import zod and other schemas only", () => {
  const others = imports.filter(
    ({ from, to }) =>
      /(^|\/)schema\.ts$/.test(from) &&
      to !== "zod" &&
      !/(^|\/)schema\.ts$/.test(to) &&
      // The words of the audit trail; those files import nothing.
      !(
        from === "server/features/audit/schema.ts" && /^server\/features\/\w+\/audit\.ts$/.test(to)
      ),
  );
  expect(others.map(where)).toEqual([]);
});

test("the client takes values from schemas and of money, types from router and errors, nothing else", () => {
  const crossing = imports.filter(
    ({ from, to, typeOnly }) =>
      from.startsWith("client/") &&
      to.startsWith("server/") &&
      !/(^|\/)schema\.ts$/.test(to) &&
      // Formats amounts without zod, which only parsing needs.
      to !== "server/platform/money/format.ts" &&
      !(typeOnly && ["server/api/router.ts", "server/errors.ts"].includes(to)),
  );
  expect(crossing.map(where)).toEqual([]);
});

test("the server imports nothing of the client", () => {
  expect(
    imports
      .filter(({ from, to }) => from.startsWith("server/") && to.startsWith("client/"))
      .map(where),
  ).toEqual([]);
});

/** Every cycle found, as `a → b → a`. */
function circlesOf(edges: readonly (readonly [from: string, to: string])[]): string[] {
  const next = new Map<string, string[]>();
  for (const [from, to] of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const state = new Map<string, "open" | "done">();
  const circles: string[] = [];
  const visit = (node: string, path: string[]) => {
    if (state.get(node) === "done") return;
    if (state.get(node) === "open") {
      circles.push([...path.slice(path.indexOf(node)), node].join(" → "));
      return;
    }
    state.set(node, "open");
    for (const target of next.get(node) ?? []) visit(target, [...path, node]);
    state.set(node, "done");
  };
  for (const node of next.keys()) visit(node, []);
  return circles;
}

test("a circle is named, wherever one enters it", () => {
  const edges = ["ab", "bc", "cb", "ca"].map((edge) => [edge.charAt(0), edge.charAt(1)] as const);
  expect(circlesOf(edges)).toEqual(["b → c → b", "a → b → c → a"]);
  expect(circlesOf(edges.slice(0, 2))).toEqual([]);
});

test("no modules import each other in a circle", () => {
  const values = imports.filter(({ to, typeOnly }) => !typeOnly && own.includes(to));
  expect(circlesOf(values.map(({ from, to }) => [from, to]))).toEqual([]);
});

const clientFiles = own.filter((file) => file.startsWith("client/"));
/** Includes types and modules that are loaded later. */
const clientImports = [...imports, ...clientFiles.flatMap(lateImportsOf)].filter(
  ({ from, to }) => clientFiles.includes(from) && clientFiles.includes(to),
);

test("no files of the client import each other in a circle, not for a type either", () => {
  expect(circlesOf(clientImports.map(({ from, to }) => [from, to]))).toEqual([]);
});

const featureOf = (file: string) => /^client\/features\/([^/]+)\//.exec(file)?.[1];
/** Imports by one feature of the client from another. */
const acrossFeatures = clientImports.flatMap((each) => {
  const [from, to] = [featureOf(each.from), featureOf(each.to)];
  return from && to && from !== to ? [{ from, to, where: where(each) }] : [];
});

test("features of the client import each other in no circle", () => {
  expect(circlesOf(acrossFeatures.map(({ from, to }) => [from, to]))).toEqual([]);
});

test("people is the floor of the client's features; frame is above all, and dashboard above the others", () => {
  const upward = acrossFeatures.filter(
    ({ from, to }) =>
      from === "people" || to === "frame" || (to === "dashboard" && from !== "frame"),
  );
  expect(upward.map((each) => each.where)).toEqual([]);
});

test("building blocks of the client import no feature", () => {
  const upward = clientImports.filter(
    ({ from, to }) => from.startsWith("client/ui/") && featureOf(to),
  );
  expect(upward.map(where)).toEqual([]);
});

test.each([
  [
    "the wire's spelling of a field",
    // Addresses and column labels may use this spelling: `/resident/vistors`, `label: "RoomNo"`.
    /(?<!resident\/|label: ")\b(vistors|allvistors|cellphone|surName|userName|DateIssued|DueDate|RoomNo)\b/,
    // WebAuthn has a field of the same name.
    /(^|\/)rest\.ts$|^client\/routes\.ts$|^client\/routeTree|^server\/platform\/auth\/passkeys\/passkeys\.ts$/,
  ],
  ["TRPCError", /\bTRPCError\b/, /^server\/(http\/refusals|api\/rest)\.ts$/],
  ["toast", /\btoast\b/, /^client\/trpc\.ts$/],
])("%s appears only where it belongs", (_, pattern, allowed) => {
  const strays = own.filter(
    (file) => !allowed.test(file) && pattern.test(withoutComments(read(file))),
  );
  expect(strays).toEqual([]);
});

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");

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

test.each([
  ["export const fine = { ...{ amuontCents: 1 } };", 1],
  ["export const fine = { ...({ amuontCents: 1 } as const) };", 1],
  ['export const Fine = () => <div {...{ title: "Fine" }} />;', 1],
  ["export const fine = (base: object) => ({ ...base, amountCents: 1 });", 0],
])("the linter refuses an object literal in a spread, and only that: %s", (source, expected) => {
  const folder = mkdtempSync(join(tmpdir(), "stoep-lint-"));
  writeFileSync(join(folder, "Fine.tsx"), `${source}\n`);
  const { status } = spawnSync(
    "npx",
    ["biome", "lint", `--config-path=${join(root, "biome.json")}`, join(folder, "Fine.tsx")],
    { cwd: root },
  );
  rmSync(folder, { recursive: true });
  expect(status).toBe(expected);
});
