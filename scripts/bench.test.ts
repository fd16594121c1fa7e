import { expect, test, vi } from "vitest";
import { chromiumPath } from "./bench/browser.ts";
import { parseOptions } from "./bench/options.ts";
import type { Bench } from "./bench/part.ts";
import { measureAll } from "./bench/parts.ts";
import { jsonOf, type Line, markdownOf } from "./bench/report.ts";
import { against } from "./bench/rounds.ts";

// How `npm run bench` reads its options and reports its figures. Nothing is measured here.

const line = (about: Partial<Line>): Line => ({
  what: "a list",
  rounds: [1],
  goal: { atLeast: 1 },
  ...about,
});
const rowsOf = (...lines: Line[]) => markdownOf({ lines, missing: [] }).split("\n").slice(2);

test("a row says what, how much, how far apart, how often, what should be, and whether it is", () => {
  expect(
    rowsOf(
      line({ rounds: [0.9, 1, 1.1] }),
      line({ rounds: [0.996] }),
      line({ what: "memory", rounds: [100, 130, 125], unit: "MB", goal: { atMost: 120 } }),
      line({ what: "start", rounds: [0.3, 0.33], unit: "s", goal: { atMost: 0.5 } }),
      line({ what: "INP", rounds: [96], unit: "ms", goal: { atMost: 100 } }),
      line({ what: "JS", rounds: [109.84], unit: "KB", goal: { atMost: 110 } }),
    ),
  ).toEqual([
    "| a list | 1.00 | ± 10 % | 3 | ≥ 1 | yes |",
    "| a list | 0.996 |  | 1 | ≥ 1 | no |",
    "| memory | 125.0 MB | ± 12 % | 3 | ≤ 120 MB | no |",
    "| start | 0.315 s | ± 5 % | 2 | ≤ 0.5 s | yes |",
    "| INP | 96 ms |  | 1 | ≤ 100 ms | yes |",
    "| JS | 109.8 KB |  | 1 | ≤ 110 KB | yes |",
  ]);
});

test("below the table stands what could not be measured, and that the machine was busy", () => {
  const missing = [{ part: "inp", why: "It needs Chromium." }];
  const markdown = markdownOf({
    lines: [line({ disturbed: 0.34 }), line({ disturbed: 0 })],
    missing,
  });
  expect(markdown).toContain("\nNot measured: inp. It needs Chromium.");
  expect(markdown).toContain("up to 34 % of a round");
  expect(rowsOf(line({ disturbed: 0.05 }))).toHaveLength(1);
});

test("the same as JSON, with every round", () => {
  const json = jsonOf({ lines: [line({ rounds: [1, 2, 3] })], missing: [] }, { pinned: true });
  const goal = { atLeast: 1 };
  expect(json).toMatchObject({
    pinned: true,
    lines: [{ what: "a list", measured: 2, spread: 0.5, rounds: [1, 2, 3], goal, met: true }],
  });
});

test("ratios are of the same round, and know the worst disturbance", () => {
  const round = { p99: 2, waited: 0, busy: 1 };
  const ours = [
    { ...round, perSecond: 100 },
    { ...round, perSecond: 300, waited: 0.1 },
  ];
  const theirs = [
    { ...round, perSecond: 50, p99: 4, waited: 0.2 },
    { ...round, perSecond: 100 },
  ];
  const goal = { atLeast: 1 };
  expect(against("a list", [ours, theirs], goal)).toEqual(line({ rounds: [2, 3], disturbed: 0.2 }));
  expect(against("p99", [ours, theirs], { atMost: 1 }, "p99").rounds).toEqual([0.5, 1]);
});

const namesIn = (...args: string[]) => parseOptions(args).chosen.map(({ name }) => name);

test("everything is measured but the peers, unless somebody wants something else", () => {
  const own = [
    ...["server", "million", "search", "long list", "import", "memory", "start"],
    ...["client", "lighthouse", "inp"],
  ];
  expect(namesIn()).toEqual(own);
  expect(namesIn("--peers")).toEqual([...own, "prisma", "directus"]);
  expect(namesIn("--only", "inp, server")).toEqual(["server", "inp"]);
  expect(namesIn("--only", "start", "--peers")).toEqual(["start", "prisma", "directus"]);
});

test("what it does not know it says before anything is measured", () => {
  const refused = (...args: string[]) => expect(() => parseOptions(args));
  refused("--only", "server,browser").toThrow(
    'There is no part "browser" to measure. Write --only with one or more of: ' +
      "server, million, search, long list, import, memory, start, client, lighthouse, inp, prisma, directus.",
  );
  refused("--only", "").toThrow('There is no part ""');
  refused("--onyl", "server").toThrow(/'--onyl'.*Known are --only PART,PART/);
  refused("server").toThrow(/'server'.*Known are --only PART,PART/);
  expect(() => chromiumPath("/nowhere/chromium")).toThrow(/\/nowhere\/chromium.*apt-get install/);
  refused("--json", "/nowhere/figures.json").toThrow("There is no folder for /nowhere");
});

test("what cannot be measured keeps nothing else from it", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const fine = { name: "start", measure: async () => [line({})] };
  const failing = { name: "inp", measure: () => Promise.reject(new Error("No browser.")) };
  expect(await measureAll([failing, fine], {} as Bench)).toEqual({
    lines: [line({})],
    missing: [{ part: "inp", why: "No browser." }],
  });
});
