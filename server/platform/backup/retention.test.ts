import fc from "fast-check";
import { expect, test } from "vitest";
import { archiveName, madeAt } from "./archive/names.ts";
import { retained } from "./retention.ts";

const zone = "Africa/Johannesburg";
const dayMs = 86_400_000;

/** `2026-11-20` or `2026-11-20T22:30` (UTC) as an archive's name. */
const named = (at: string) =>
  archiveName(at.includes("T") ? `${at}:00.000Z` : `${at}T00:03:00.000Z`);
const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, day) =>
    new Date(Date.parse(from) + day * dayMs).toISOString().slice(0, 10),
  );

test.each<[string, string[], string[]]>([
  ["nothing", [], []],
  ["the only one there is", ["2020-02-29"], ["2020-02-29"]],
  ["of several a day the newest", ["2026-11-20T01:00", "2026-11-20T09:00"], ["2026-11-20T09:00"]],
  [
    "by the building's day: half past ten at night in UTC is tomorrow here",
    ["2026-11-19T22:30", "2026-11-20T01:00", "2026-11-19T21:30"],
    ["2026-11-20T01:00", "2026-11-19T21:30"],
  ],
  [
    "the last seven days that have one, however long the machine was off between them",
    [...days("2026-10-13", 6), "2026-11-19", "2026-11-20"],
    [...days("2026-10-14", 5), "2026-11-19", "2026-11-20"],
  ],
  [
    "after a year of nights: 7 days, then Sundays, then ends of months",
    days("2025-11-21", 365),
    [
      ...days("2026-11-14", 7),
      ...["2026-11-08", "2026-11-15", "2026-11-01"],
      ...["2025-12-31", "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"],
      ...["2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30", "2026-10-31"],
    ],
  ],
  ["a week that goes over the new year as one", days("2026-12-28", 8), days("2026-12-29", 7)],
])("it keeps %s", (_, made, staying) => {
  expect([...retained(made.map(named), zone)].sort()).toEqual(
    [...new Set(staying.map(named))].sort(),
  );
});

test("an encrypted one counts like any other", () => {
  const young = archiveName("2026-11-20T02:00:00.000Z", true);
  expect(retained([named("2026-11-20T01:00"), young], zone)).toEqual(new Set([young]));
});

test("one made while the clock was ahead does not push out the one just made, and waits for its time", () => {
  const ahead = days("2036-11-14", 7).map(named);
  const [tonight, made] = [named("2026-11-20T17:40"), named("2026-11-20T15:40")];
  const all = [...ahead, tonight, made];
  expect(retained(all, zone, "2026-11-20T15:40:00.500Z")).toEqual(new Set(all));
  expect(retained(all, zone, "2026-11-20T22:03:00.000Z")).toEqual(new Set([...ahead, tonight]));
});

test("making another one today keeps today's first, which the night made, until tomorrow", () => {
  const [night, between, made] = ["00:03", "08:00", "09:00"].map((at) => named(`2026-11-20T${at}`));
  const all = [night, between, made].map(String);
  expect(retained(all, zone, "2026-11-20T09:00:00.500Z")).toEqual(new Set([night, made]));
  expect(retained(all, zone, "2026-11-20T22:03:00.000Z")).toEqual(new Set([made]));
});

const moments = fc.array(
  fc.date({ min: new Date("2020-01-01"), max: new Date("2032-01-01"), noInvalidDate: true }),
  { maxLength: 200 },
);

test("whatever there is: the newest of the past stays, at most 24 do and 23 of the future, and keeping again lets nothing more go", () => {
  fc.assert(
    fc.property(
      moments,
      fc.constantFrom("2025-07-01T00:00:00.000Z", "2032-01-01T00:00:00.000Z"),
      fc.constantFrom(zone, "Pacific/Kiritimati", "America/New_York"),
      (dates, now, timeZone) => {
        const names = [...new Set(dates.map((date) => archiveName(date.toISOString())))].sort();
        const staying = retained(names, timeZone, now);
        const past = names.filter((name) => name <= archiveName(now));
        expect([...staying].filter((name) => past.includes(name)).length).toBeLessThanOrEqual(24);
        expect(staying.size).toBeLessThanOrEqual(47);
        if (past.length > 0) expect(staying).toContain(past.at(-1));
        expect(retained([...staying], timeZone, now)).toEqual(staying);
        expect(names).toEqual(expect.arrayContaining([...staying]));
      },
    ),
  );
});

test("a name says when its archive was made, and other names say nothing", () => {
  expect(madeAt("stoep-2026-11-20T09-26-24Z.tar.gz.age")).toBe("2026-11-20T09:26:24.000Z");
  for (const name of [
    "stoep-2026-11-20.tar.gz",
    "../stoep-2026-11-20T09-26-24Z.tar.gz",
    "stoep-2026-11-20T09-26-24Z.tar.gz.rehearsed.json",
    ".part-stoep-2026-11-20T09-26-24Z.tar.gz",
  ])
    expect(madeAt(name)).toBeNull();
});
