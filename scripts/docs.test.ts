import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { restCalls } from "../server/api/restCalls.ts";
import { root } from "../server/platform/installation/paths.ts";

// README and docs/ mention only what exists, and list everything that they promise to list.

const read = (file: string) => readFileSync(join(root, file), "utf8");
const pages = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file.endsWith(".md") && existsSync(join(root, file)));
const readme = read("README.md");

const withoutCode = (text: string) => text.replace(/^( *)```[\s\S]*?^\1```$/gm, "");
/** The anchors that GitHub gives a page's headings. */
const anchorsOf = (page: string) =>
  [...withoutCode(read(page)).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

test.each(pages)("every link in %s leads somewhere", (page) => {
  const links = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)]
    .map(([, link, picture]) => link ?? picture ?? "")
    .filter((link) => !/^https?:/.test(link));
  for (const link of links) {
    const [path = "", anchor] = link.split("#");
    const file = path ? relative(root, resolve(root, dirname(page), path)) : page;
    expect(existsSync(join(root, file)), link).toBe(true);
    if (anchor) expect(anchorsOf(file), link).toContain(anchor);
  }
});

test.each(pages)("every path of ours in %s is there", (page) => {
  const named = [
    ...read(page).matchAll(/`((?:server|client|scripts|docs|drizzle)\/[\w@./-]*)(?: [^`]*)?`/g),
  ].map(([, path = ""]) => path);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("README's list of pages has them all", () => {
  for (const page of readdirSync(join(root, "docs"))) expect(readme).toContain(`](docs/${page})`);
});

test("README stays short enough to be read", () => {
  expect(readme.split("\n").length).toBeLessThanOrEqual(151);
});

test("decisions are numbered one by one", () => {
  const numbers = readdirSync(join(root, "docs/decisions"))
    .sort()
    .map((name) => Number(/^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1]));
  expect(numbers).toEqual(numbers.map((_, position) => position + 1));
});

test("the table of REST paths and the paths are the same", () => {
  const api = read("docs/api.md");
  const rows = [...api.matchAll(/^\| `([A-Z]+ \/api\/[^`]+)` \|/gm)].map(([, call]) => call);
  const calls = restCalls.flatMap(({ prefix, rows }) =>
    rows.map(({ method, path }) => `${method} ${prefix}${path.replace(/:(\w+)/g, "{$1}")}`),
  );
  expect(rows).toEqual(calls);
  expect(api).toContain("`/api/property/openapi.json`");
});

test("the map has every file and folder at the top of the server and the client", () => {
  const [, map = ""] =
    /^## The map\n([\s\S]*?)^## How to add/m.exec(read("docs/development.md")) ?? [];
  const places = ["server", "client"].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter(({ name }) => !/\.test\.ts$|\.gen\.ts$|^public$|\.(html|css|md)$|^vite\./.test(name))
      .map((entry) => (entry.isDirectory() ? `${folder}/${entry.name}/` : basename(entry.name))),
  );
  expect(places.filter((place) => !map.includes(place))).toEqual([]);
});
