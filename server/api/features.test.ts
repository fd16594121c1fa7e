import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../platform/installation/paths.ts";
import { allActions, allFeatures, type Feature, features } from "./features.ts";
import { appRouter } from "./router.ts";

const all = join(root, "server/features");
const filesNamed = (name: string) =>
  readdirSync(all, { recursive: true, encoding: "utf8" }).filter((file) => basename(file) === name);

/** The declarations of a folder for the whole server, by the file that has them. */
const parts = { "router.ts": "procedures", "rest.ts": "rest", "personal.ts": "personal" } as const;

test.each(Object.entries(parts))("of every %s the %s are in the list", async (name, part) => {
  const listed = allFeatures.map((feature) => feature[part]);
  for (const file of filesNamed(name)) {
    const module = await import(/* @vite-ignore */ `../features/${file}`);
    const declared = [module, ...Object.values<Feature>(module)].flatMap(
      (each) => each[part] ?? [],
    );
    const hint = `Export ${part} from the index.ts above ${file}, and list it in server/api/features.ts.`;
    expect(declared, `${file} must export ${part}.`).not.toEqual([]);
    expect(listed, hint).toEqual(expect.arrayContaining(declared));
  }
});

test("of every index.ts the actions are in the list", async () => {
  for (const file of filesNamed("index.ts")) {
    const { actions = allActions[0] } = await import(/* @vite-ignore */ `../features/${file}`);
    expect(allActions, `List the actions of ${file} in server/api/features.ts.`).toContain(actions);
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

test("only a subscription is answered in parts: the fast adapter has no other way to send them", () => {
  type Procedures = Record<string, { _def: { type: string; resolver: () => unknown } }>;
  for (const { _def } of Object.values(appRouter._def.procedures as unknown as Procedures))
    if (_def.type !== "subscription")
      expect(_def.resolver.constructor.name).toMatch(/^(Async)?Function$/);
});

test("no action of the trail is declared twice", () => {
  const names = allActions.flatMap((actions) => Object.keys(actions));
  expect(names.length).toBeGreaterThan(40);
  expect(new Set(names).size).toBe(names.length);
});
