import { expect, test, vi } from "vitest";
import { chromiumPath } from "./bench/browser.ts";
import { median, spread } from "./bench/figures.ts";
import { parseOptions } from "./bench/options.ts";
import type { Bench } from "./bench/part.ts";
import { measureAll } from "./bench/parts.ts";
import { jsonOf, type Line, markdownOf } from "./bench/report.ts";
import { against, type Round } from "./bench/rounds.ts";

// How `npm run bench` reads its options and reports its figures. Nothing is measured here.

const line = (about: Partial<Line>): Line => ({
  what: "a list",
  rounds: [1],
  goal: { atLeast: 1 },
  ...about,
});
const rowsOf = (...lines: Line[]) => markdownOf({ lines, missing: [] }).split("\n").slice(2);
const metOf = (about: Partial<Line>) => jsonOf({ lines: [line(about)], missing: [] }, {}).lines[0];

test("the middle of several rounds and how far they lie apart", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([7])).toBe(7);
  expect(spread([90, 100, 110])).toBeCloseTo(0.1);
  expect(spread([7])).toBe(0);
});

test("a goal is met from its bound on, in either direction", () => {
  const atLeast = { goal: { atLeast: 4 } };
  expect(metOf({ ...atLeast, rounds: [4, 1, 9] })?.met).toBe(true);
  expect(metOf({ ...atLeast, rounds: [3.99, 3.99, 9] })?.met).toBe(false);
  const atMost = { goal: { atMost: 120 } };
  expect(metOf({ ...atMost, rounds: [120, 1, 900] })?.met).toBe(true);
  expect(metOf({ ...atMost, rounds: [121, 121, 1] })?.met).toBe(false);
});

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
  const missing = [{ part: "inp", why: "It needs Chromium." }];
  const lines = [line({ rounds: [1, 2, 3], disturbed: 0.1 })];
  const json = jsonOf({ lines, missing }, { at: "2026-11-21T05:00:00.000Z", pinned: true });
  expect(JSON.parse(JSON.stringify(json))).toEqual({
    at: "2026-11-21T05:00:00.000Z",
    pinned: true,
    missing,
    lines: [
      {
        what: "a list",
        measured: 2,
        spread: 0.5,
        rounds: [1, 2, 3],
        goal: { atLeast: 1 },
        met: true,
        disturbed: 0.1,
      },
    ],
  });
});

test("ratios are of the same round, and know the worst disturbance", () => {
  const round = (perSecond: number, p99: number, waited: number): Round => ({
    perSecond,
    p99,
    waited,
    busy: 1,
  });
  const ours = [round(100, 2, 0), round(300, 3, 0.1)];
  const theirs = [round(50, 4, 0.2), round(100, 1, 0)];
  expect(against("a list", [ours, theirs], { atLeast: 1 })).toEqual(
    line({ rounds: [2, 3], disturbed: 0.2 }),
  );
  expect(against("p99", [ours, theirs], { atMost: 1 }, "p99").rounds).toEqual([0.5, 3]);
});

const namesIn = (...args: string[]) => parseOptions(args).chosen.map(({ name }) => name);

test("everything is measured but the peers, unless somebody wants something else", () => {
  const own = [
    ...["server", "million", "search", "long list", "import", "memory", "start"],
    ...["client", "lighthouse", "inp"],
  ];
  expect(namesIn()).toEqual(own);
  expect(parseOptions([]).withoutPeers).toBe(true);
  expect(namesIn("--peers")).toEqual([...own, "prisma", "directus"]);
  expect(parseOptions(["--peers"]).withoutPeers).toBe(false);
  expect(namesIn("--only", "inp, server")).toEqual(["server", "inp"]);
  expect(namesIn("--only", "prisma")).toEqual(["prisma"]);
  expect(namesIn("--only", "start", "--peers")).toEqual(["start", "prisma", "directus"]);
  expect(parseOptions(["--quick"]).profile.rounds).toBeGreaterThanOrEqual(3);
  expect(parseOptions(["--json", "figures.json"]).json).toBe("figures.json");
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
  refused("--json", "/nowhere/figures.json").toThrow("There is no folder for /nowhere");
});

test("a missing Chromium is reported with what to install", () => {
  expect(() => chromiumPath("/nowhere/chromium")).toThrow(/\/nowhere\/chromium.*apt-get install/);
  expect(chromiumPath(process.execPath)).toBe(process.execPath);
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
