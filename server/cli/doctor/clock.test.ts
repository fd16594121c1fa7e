import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newFolder } from "../../platform/backup/testing.ts";
import { checkClock, checkSynchronised, checkTimeZone } from "./clock.ts";
import { checkNode } from "./machine.ts";

const zone = "Africa/Johannesburg";
const day = 86_400_000;

test("a plausible clock is shown as people say the time, to be compared", () => {
  const now = new Date("2099-03-05T12:05:00Z");
  expect(checkClock(now, null, zone)).toEqual({
    verdict: "ok",
    says: "The clock says Thursday, 05 March 2099 at 14:05 in Africa/Johannesburg. Compare it with a watch.",
  });
});

test("a clock that is before this program was built, or behind what was noted, is bad", () => {
  expect(checkClock(new Date(0), null, zone)).toMatchObject({
    verdict: "bad",
    says: expect.stringContaining("before this program was built"),
    mend: "sudo timedatectl set-ntp true",
  });
  const now = new Date();
  const noted = (ms: number) => new Date(now.getTime() + ms).toISOString();
  expect(checkClock(now, noted(day), zone)).toMatchObject({
    verdict: "bad",
    says: expect.stringContaining("but something was noted on"),
  });
  expect(checkClock(now, noted(60_000), zone)).toMatchObject({ verdict: "ok" });
});

test.each([
  ["Africa/Johannesburg", "ok"],
  ["UTC", "ok"],
  ["America/New_York", "warn"],
])("a machine on the time of %s, in a building in Johannesburg, is %s", (machine, verdict) => {
  expect(checkTimeZone(new Date(), zone, machine)).toMatchObject({ verdict });
});

/** Puts a fake timedatectl first on the path. */
function machineThat(says: string): void {
  const folder = newFolder();
  const path = process.env.PATH;
  writeFileSync(join(folder, "timedatectl"), `#!/bin/sh\n${says}\n`);
  chmodSync(join(folder, "timedatectl"), 0o755);
  process.env.PATH = `${folder}:${path}`;
  onTestFinished(() => {
    process.env.PATH = path;
  });
}

test.each([
  ["echo yes", ["ok"]],
  ["echo no", ["warn"]],
  ["echo 'no bus' >&2; exit 1", []],
])("a machine whose timedatectl does %j is %j", async (says, verdicts) => {
  machineThat(says);
  expect((await checkSynchronised()).map(({ verdict }) => verdict)).toEqual(verdicts);
});

test("a machine without timedatectl is not blamed for it", async () => {
  const path = process.env.PATH;
  process.env.PATH = newFolder();
  onTestFinished(() => {
    process.env.PATH = path;
  });
  expect(await checkSynchronised()).toEqual([]);
});

test.each([
  ["20.19.0", "2026-04-29", "ok"],
  ["20.19.0", "2026-05-01", "warn"],
  ["23.11.0", "2026-01-01", "warn"],
  ["24.21.0", "2028-04-29", "ok"],
  ["24.21.0", "2028-05-01", "warn"],
  // A Node version whose end of support is not known yet.
  ["40.0.0", "2040-01-01", "ok"],
  ["20.18.3", "2026-01-01", "bad"],
])("Node %s on %s is %s", (running, day, verdict) => {
  expect(checkNode(running, new Date(day))).toMatchObject({ verdict });
});

test("an unmaintained Node is reported, with the date and where a newer one is", () => {
  expect(checkNode("20.20.2", new Date("2026-11-22"))).toEqual({
    verdict: "warn",
    says: "Node 20.20.2 has had no security fixes since 2026-04-30, so holes in it stay open.",
    mend: "Install Node 24, then: scripts/start",
  });
});
