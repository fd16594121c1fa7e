import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../platform/installation/paths.ts";
import { allFeatures, type Feature, features } from "./features.ts";
import { restCalls } from "./restCalls.ts";
import { appRouter } from "./router.ts";

/** What a feature's index.ts must export, and the file that has it. */
const parts = {
  procedures: "router.ts",
  rest: "rest.ts",
  personal: "personal.ts",
  actions: "audit.ts",
  needs: "needs.ts",
} satisfies Record<keyof Feature, string>;

const all = join(root, "server/features");
/** The folders of nouns and those in them that declare something: `fines`, `fines/proofs`. */
const folders = readdirSync(all, { recursive: true, encoding: "utf8" }).filter((folder) =>
  Object.values(parts).some((file) => existsSync(join(all, folder, file))),
);

test.each(folders)("%s is in the list, with everything that it declares", async (folder) => {
  const listed: Feature = await import(/* @vite-ignore */ `../features/${folder}/index.ts`);
  expect(allFeatures, `Add ${folder} to features in server/api/features.ts.`).toContain(listed);
  for (const [part, file] of Object.entries(parts)) {
    if (!existsSync(join(all, folder, file))) continue;
    const declared = (await import(/* @vite-ignore */ `../features/${folder}/${file}`))[part];
    expect(declared, `${folder}/${file} must export ${part}.`).toBeDefined();
    const hint = `Export ${part} from ${folder}/index.ts.`;
    expect(listed[part as keyof Feature], hint).toBe(declared);
  }
});

test("every procedure of every feature has an address, below its role", () => {
  const names = Object.entries<Feature>(features).flatMap(([feature, { procedures = {} }]) =>
    Object.entries(procedures).flatMap(([role, own]) =>
      Object.keys(own).map((name) => `${role}.${feature}.${name}`),
    ),
  );
  expect(names.length).toBeGreaterThan(90);
  expect(Object.keys(appRouter._def.procedures).sort()).toEqual(names.sort());
});

test("no two REST calls have the same address", () => {
  const calls = restCalls.flatMap(({ prefix, rows }) =>
    rows.map(({ method, path }) => `${method} ${prefix}${path}`),
  );
  expect(calls.length).toBeGreaterThan(40);
  expect(new Set(calls).size).toBe(calls.length);
});

test("no action of the trail is declared twice", () => {
  const names = allFeatures.flatMap(({ actions = {} }) => Object.keys(actions));
  expect(names.length).toBeGreaterThan(40);
  expect(new Set(names).size).toBe(names.length);
});
