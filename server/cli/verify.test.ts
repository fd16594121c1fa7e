import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { newFolder } from "../platform/backup/testing.ts";
import { built, livedInCopy } from "./testing.ts";

vi.setConfig({ testTimeout: 60_000 });
const { stoep, folder } = await built();

const original = join(folder, "house");
await stoep(original, ["demo"]);
await stoep(original, ["backup", "--to", folder]);
const archive = join(folder, readdirSync(folder).find((name) => name.endsWith(".gz")) ?? "");

test("verify finds nothing wrong with a good archive and with good data", async () => {
  for (const words of [["verify", archive], ["verify"]]) {
    const { code, out, err } = await stoep(original, words);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/All is well\.\n$/);
  }
  expect(readdirSync(original).sort()).toEqual(["backup.lock", "stoep.db", "uploads"]);
});

test("verify names each upload that is missing, changed, or nobody's", async () => {
  const data = livedInCopy(original);
  const { code, err } = await stoep(data, ["verify"]);
  expect(code).toBe(1);
  expect(err).toMatch(/^3 problems:\n/);
  for (const says of ["is missing in the uploads folder", "is not what was uploaded", "since.pdf"])
    expect(err).toContain(says);
  const backup = await stoep(data, ["backup"]);
  expect(backup.code).toBe(1);
  expect(backup.err).toContain("have no file");
  const [name = ""] = readdirSync(join(data, "backups"));
  const archived = await stoep(data, ["verify", join(data, "backups", name)]);
  for (const says of [/^2 problems:/, /missing in the archive/, /not what was uploaded/])
    expect(archived.err).toMatch(says);
});

test.each<[string, (file: string) => void, RegExp]>([
  [
    "damaged",
    (file) => writeFileSync(file, readFileSync(file).fill(0xff, 8_192, 65_536)),
    /is damaged/,
  ],
  ["no database", (file) => writeFileSync(file, "x".repeat(9_000)), /is damaged/],
  ["missing", (file) => rmSync(file), /There is no database at/],
])("verify says that the database is %s, and what to do", async (_, spoil, says) => {
  const data = newFolder();
  cpSync(original, data, { recursive: true });
  spoil(join(data, "stoep.db"));
  const { code, err } = await stoep(data, ["verify"]);
  expect(code).toBe(1);
  expect(err).toMatch(says);
  expect(err).toMatch(/scripts\/stoep restore FILE|Is STOEP_DATA the right folder/);
});
