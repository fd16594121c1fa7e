import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inDays } from "../../../contract/samples.ts";
import { handClock, openHouse } from "../../../testing.ts";
import { gatePaper, printGateList } from "./paper.ts";

const byItself = { accountId: null, origin: "job" };
const zone = "Africa/Johannesburg";
let folder: string;
let printed: string;

/** An `lp` that keeps what it is told and given, or fails. */
function putPrinter(script: string): void {
  const lp = join(folder, "lp");
  writeFileSync(lp, `#!/bin/sh\n${script}\n`);
  chmodSync(lp, 0o755);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stoep-lp-"));
  printed = join(folder, "printed");
  putPrinter(`echo "$@" >> ${printed}; cat >> ${printed}`);
  vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

async function expecting() {
  const { clock, pass } = handClock();
  const house = openHouse({ clock });
  const { announce } = house.as("thandi").resident.expectedVisits;
  const jan = { visitorName: "Jan Botha", vehicle: "ND 1", from: inDays(0), until: inDays(1) };
  const { code } = await announce(jan);
  const daily = { from: inDays(0), until: inDays(30), weekdays: [6 as const] };
  const maria = { visitorName: "Maria Dube", fromTime: "07:00", untilTime: "13:00" };
  const { code: passCode } = await announce({ ...daily, ...maria });
  const print = () => printGateList(house.db, byItself, "gate", house.services.now(), zone);
  return { ...house, pass, code, passCode, print };
}

test("the list for a power cut has who is inside, and who is expected today and tomorrow", async () => {
  const { as, code, db, passCode, services } = await expecting();
  const lines = () => gatePaper(db, services.now(), zone).split("\n");
  expect(lines().join("\n")).toContain("Inside when this was printed (0)\n\nNobody.");
  const [today, tomorrow] = [
    "Expected on Friday, 20 November 2026 (1)",
    "Expected on Saturday, 21 November 2026 (2)",
  ];
  expect(lines()).toEqual(expect.arrayContaining([today, tomorrow]));
  const ofJan = lines().filter((line) => line.includes(`${code}  Jan Botha, ND1`));
  expect(ofJan).toHaveLength(2);
  expect(lines().join("\n")).toContain(`${passCode}  Maria Dube, 07:00 to 13:00`);
  await as("anna").gate.visits.admit({ code });
  expect(lines()).toContain("Inside when this was printed (1)");
  expect(lines().join("\n")).toMatch(/Unit 3 +Jan Botha, ND1 +since 20 Nov 2026, 11:26/);
  expect(lines().join("\n")).not.toContain(code);
});

test("tomorrow’s list has who comes regularly, also while they are still in", async () => {
  const { as, db, services } = await expecting();
  const { announce } = as("thandi").resident.expectedVisits;
  const daily = { from: inDays(0), until: inDays(9), weekdays: [5 as const, 6 as const] };
  const { code } = await announce({ ...daily, visitorName: "Sam Nkosi" });
  await as("anna").gate.visits.admit({ code });
  const [, today, tomorrow] = gatePaper(db, services.now(), zone).split(/^Expected on /m);
  expect(today).not.toContain("Sam Nkosi");
  expect(tomorrow).toContain(`${code}  Sam Nkosi`);
});

test("it prints itself once a night, and again when the printer did not work", async () => {
  const { pass, print } = await expecting();
  const count = () => readFileSync(printed, "utf8").match(/-d gate\n/g)?.length;
  // The first one at once, so that whoever sets the printer sees that it works.
  await print();
  await print();
  expect(count()).toBe(1);
  pass({ minutes: 11 * 60 });
  putPrinter("exit 1");
  await expect(print()).rejects.toThrow();
  putPrinter(`echo "$@" >> ${printed}; cat >> ${printed}`);
  await print();
  await print();
  expect(count()).toBe(2);
  pass({ days: 1 });
  await print();
  expect(count()).toBe(3);
});
