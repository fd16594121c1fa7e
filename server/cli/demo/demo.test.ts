import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readConfig } from "../../config.ts";
import type { Db } from "../../database/open.ts";
import { bankDetails } from "../../features/building/schema.ts";
import { fineStatuses, fineTypes } from "../../features/fines/schema.ts";
import { invitation, maintenanceTypes } from "../../features/people/schema.ts";
import { openIdNumber } from "../../platform/idNumbers/idNumbers.ts";
import { openBuilding } from "../../platform/installation/database.ts";
import { readSetting } from "../../platform/settings/settings.ts";
import { fillDemo } from "./fill.ts";

vi.setConfig({ testTimeout: 60_000 });
const now = new Date("2026-11-20T02:15:00.000Z");

async function filled(at = now): Promise<Db> {
  const data = mkdtempSync(join(tmpdir(), "stoep-demo-"));
  const config = readConfig({ STOEP_DATA: data });
  const db = openBuilding(":memory:");
  closed.push(() => {
    db.$client.close();
    rmSync(data, { recursive: true });
  });
  await fillDemo({ db, config }, at);
  return db;
}

const closed: (() => void)[] = [];
/** One for all tests that only read. */
let demo: Db;
beforeAll(async () => {
  demo = await filled();
});
afterAll(() => {
  for (const close of closed) close();
});

type Row = Record<string, unknown>;
const all = (db: Db, sql: string) => db.$client.prepare<[], Row>(sql).all();

/** A row with its ID number decrypted. */
const opened = (db: Db, row: Row) =>
  typeof row.id_number === "string"
    ? { ...row, id_number: openIdNumber(db, String(row.id), row.id_number) }
    : row;

test("history is in order: ids sort as the instants do, and nothing is of tomorrow", () => {
  const times = {
    people: "created_at",
    fines: "issued_at",
    files: "uploaded_at",
    maintenance_requests: "logged_at",
    maintenance_status_changes: "changed_at",
    fine_status_changes: "changed_at",
    visits: "signed_in_at",
    announcements: "date",
    audit_events: "at",
  };
  for (const [table, instant] of Object.entries(times)) {
    const instants = all(demo, `SELECT ${instant} AS at FROM ${table} ORDER BY id`).map(
      ({ at }) => at,
    );
    expect(instants).toEqual([...instants].sort());
    expect(String(instants.at(-1)) <= now.toISOString(), table).toBe(true);
    expect(String(instants[0]) > "2025-11-18", table).toBe(true);
  }
});

test("every type and status occurs, and some visitors are still in", () => {
  const values = (sql: string) => all(demo, sql).flatMap((row) => Object.values(row));
  expect(new Set(values("SELECT DISTINCT type FROM fines"))).toEqual(new Set(fineTypes));
  expect(new Set(values("SELECT DISTINCT status FROM fines"))).toEqual(new Set(fineStatuses));
  expect(new Set(values("SELECT maintenance_type FROM maintenance_requests"))).toEqual(
    new Set(maintenanceTypes),
  );
  const count = (rows: string) => Number(values(`SELECT count(*) FROM ${rows}`)[0]);
  expect(count("maintenance_requests WHERE status = 'Open'")).toBeGreaterThan(9);
  const inside = count("visits WHERE signed_out_at IS NULL");
  expect(inside > 5 && inside < 20).toBe(true);
  expect(count("attachments")).toBeGreaterThan(20);
  expect(count("fines WHERE due_date < substr(issued_at, 1, 10)")).toBe(0);
  expect(values("SELECT count(DISTINCT unit_id) FROM unit_parties")).toEqual([40]);
});

test("it is what people could have typed: everybody and the bank details pass the forms' schemas", () => {
  expect(bankDetails.safeParse(readSetting(demo, "bankDetails")).error).toBeUndefined();
  const people = all(
    demo,
    `SELECT role, name, surname, username, email, address, cell_phone AS cellPhone,
      id, id_number, maintenance_type AS maintenanceType FROM people JOIN accounts USING (id)`,
  ).map((row) => opened(demo, row));
  for (const { maintenanceType, id: _, id_number: idNumber, ...person } of people) {
    const entry = { ...person, idNumber, ...(maintenanceType !== null && { maintenanceType }) };
    expect(invitation.safeParse(entry).error).toBeUndefined();
  }
});

// The release suite makes it at the ends of a day, a month and a year (`moments` of scripts/test.mjs).
test.each([
  "2028-02-29T12:00:00.000Z",
  // A Sunday evening: the first fine, a year before, would fall on a Sunday as well.
  "2026-11-22T20:00:00.000Z",
])("it can be made at %s too", async (at) => {
  const db = await filled(new Date(at));
  expect(all(db, "SELECT count(*) AS n FROM fines")).toEqual([{ n: 120 }]);
  expect(all(db, "SELECT count(*) AS n FROM announcements")).toEqual([{ n: 61 }]);
});
