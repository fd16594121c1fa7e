import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { newFolder } from "../platform/backup/testing.ts";
import { built, rowsOf } from "./testing.ts";

vi.setConfig({ testTimeout: 30_000 });
const { stoep } = await built();

/** A data folder, and a way to import a list of units with their people into it. */
function building() {
  const data = newFolder();
  const path = join(newFolder(), "list.csv");
  const run = (content: string, ...more: string[]) => {
    writeFileSync(path, content);
    return stoep(data, ["import", "units", path, "--with-people", ...more]);
  };
  return { data, run };
}

const list = [
  "Protea Court,,,,,",
  "Unit,Section,PQ,Name,Surname,Owner or tenant",
  "Unit 1,1,50,Thandi,Mokoena,owner",
  "Unit 2,2,50,Pieter,Botha,owner",
  "Unit 2,,,Lerato,Dube,tenant",
].join("\n");

test("units come in with their owners and tenants at the shell, after a dry run", async () => {
  const { data, run } = building();
  const dry = await run(list, "--make-units", "--dry-run");
  expect(dry).toMatchObject({ code: 0, err: "" });
  expect(dry.out).toContain("Nothing was changed. Without --dry-run:");
  expect(rowsOf(data).units).toEqual([]);
  expect(await run(list, "--make-units")).toMatchObject({ code: 0, err: "" });
  const { units, unit_parties, accounts, audit_events } = rowsOf(data);
  expect(units).toHaveLength(2);
  expect(unit_parties?.map((party) => (party as { role: string }).role).sort()).toEqual([
    ...["owner", "owner", "tenant"],
  ]);
  expect(accounts).toEqual([]);
  expect(audit_events?.at(-1)).toMatchObject({ action: "imports.run", origin: "shell" });
});

test("what is not understood is asked, what is wrong is named by its row, and nothing is stored", async () => {
  const { data, run } = building();
  const missing = await run(list);
  expect(missing.code).toBe(1);
  expect(missing.out + missing.err).toMatch(/Unit 1/);
  const wrong = await run(list.replace("Unit 2,2,50", "Unit 2,2,a half"), "--make-units");
  expect(wrong).toMatchObject({ code: 1 });
  expect(wrong.err).toContain("1 row of 3 refused; nothing was imported.");
  expect(wrong.out).toMatch(/Row 4, Unit 2: /);
  expect(rowsOf(data).units).toEqual([]);
  const role = await run(list, "--as", "boarder");
  expect(role).toMatchObject({ code: 2 });
  expect(role.err).toContain("Not boarder, but one of");
});
