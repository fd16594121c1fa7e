import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Db, write } from "../../database/open.ts";
import { newFolder } from "../backup/testing.ts";
import { openBuilding } from "../installation/database.ts";
import { readSetting } from "../settings/settings.ts";
import { emptyWal, finishErasure, retryErasure } from "./erasure.ts";

const at = "2026-11-22T08:00:00.000Z";
const marker = "Thandi Mokoena of Unit 12";

/** A database whose -wal file still contains what was just erased from the table. */
function open() {
  const folder = newFolder();
  const file = join(folder, "stoep.db");
  const db = openBuilding(file, { backups: join(folder, "backups") });
  emptyWal(db);
  write(db, () => db.run(sql`CREATE TABLE scratch (text TEXT)`));
  write(db, () => db.run(sql`INSERT INTO scratch VALUES (${marker})`));
  write(db, () => db.run(sql`UPDATE scratch SET text = ''`));
  return { db, file, inWal: () => readFileSync(`${file}-wal`, "latin1").includes(marker) };
}
const noted = (db: Db) => readSetting(db, "erasureUnfinishedSince");

test("erased data disappear from the -wal file at once if no other program reads", () => {
  const { db, inWal } = open();
  expect(inWal()).toBe(true);
  finishErasure(db, at);
  expect([inWal(), noted(db)]).toEqual([false, null]);
});

test("where another program reads, that is noted, and it is tried again until it is done", () => {
  const { db, file, inWal } = open();
  const reader = new Database(file, { readonly: true });
  reader.exec("BEGIN; SELECT count(*) FROM scratch");
  reader.prepare("SELECT count(*) FROM scratch").get();
  finishErasure(db, at);
  retryErasure(db);
  expect([inWal(), noted(db)]).toEqual([true, at]);
  finishErasure(db, "2026-11-23T08:00:00.000Z");
  expect(noted(db)).toBe(at);
  reader.exec("COMMIT");
  retryErasure(db);
  expect([inWal(), noted(db)]).toEqual([false, null]);
  reader.close();
});
