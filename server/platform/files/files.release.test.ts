import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { built, inDatabase } from "../../cli/testing.ts";
import { tinyPdf } from "../../contract/samples.ts";
import { openHouse } from "../../testing.ts";
import { newFolder } from "../backup/testing.ts";
import { removeUnused } from "./rows.ts";

vi.setConfig({ testTimeout: 120_000 });

/** A table of a later version that refers to files, which this code does not know. */
const photos =
  "CREATE TABLE photos (id text PRIMARY KEY NOT NULL, picture text NOT NULL REFERENCES files(id));";
const photo = tinyPdf("the gate");
const stored = "photo-of-the-gate.pdf";

/** Adds a photo with its file, as a future feature would. */
function addPhoto(sqlite: Database.Database, uploads: string, uploadedAt: string): void {
  mkdirSync(uploads, { recursive: true });
  writeFileSync(join(uploads, stored), photo);
  const hash = createHash("sha256").update(photo).digest("hex");
  sqlite
    .prepare(
      `INSERT INTO files (id, stored_name, file_name, mime_type, size, sha256, uploaded_by, uploaded_at)
        SELECT 'file-1', ?, 'gate.pdf', 'application/pdf', ?, ?, id, ? FROM accounts LIMIT 1`,
    )
    .run(stored, photo.length, hash, uploadedAt);
  sqlite.prepare("INSERT INTO photos VALUES ('photo-1', 'file-1')").run();
}

test("a file that another table points to is backed up, restored, left by the start, and missed by doctor", async () => {
  const { stoep, serve } = await built([photos]);
  const data = join(newFolder(), "house");
  await stoep(data, ["demo"]);
  const [uploads, backups] = [join(data, "uploads"), join(data, "backups")];
  const path = join(uploads, stored);
  inDatabase(data, (db) => addPhoto(db, uploads, "2026-11-20T09:26:24.123Z"));

  // As if the machine had stopped between adding the row and renaming the file.
  renameSync(path, `${path}.part`);
  const server = await serve(data);
  await server.stop("SIGTERM");
  expect(existsSync(path)).toBe(true);
  expect((await stoep(data, ["verify"])).code).toBe(0);

  await stoep(data, ["backup"]);
  const [archive = ""] = readdirSync(backups).filter((name) => name.endsWith(".tar.gz"));
  rmSync(path);
  expect((await stoep(data, ["doctor"])).out).toMatch(
    /bad {3}Of \d+ uploaded files, 1 missing or cut off/,
  );
  expect((await stoep(data, ["verify"])).err).toContain(
    `${stored} is missing in the uploads folder. Take it from a backup, or ask whoever sent it`,
  );

  expect(await stoep(data, ["restore", join(backups, archive), "--yes"])).toMatchObject({
    code: 0,
  });
  expect(existsSync(path)).toBe(true);
  expect(inDatabase(data, (db) => db.prepare("SELECT count(*) FROM photos").pluck().get())).toBe(1);
  expect((await stoep(data, ["verify"])).code).toBe(0);
  await (await serve(data)).stop("SIGTERM");
  expect(existsSync(path)).toBe(true);
});

test("a file goes when no row points to it any more, and only then", async () => {
  const { db, config } = openHouse();
  const sqlite = db.$client;
  const { uploads } = config;
  const now = "2026-11-20T09:26:24.123Z";
  const rows = () => sqlite.prepare("SELECT count(*) FROM files").pluck().get();
  sqlite.exec(photos);
  addPhoto(sqlite, uploads, "2026-11-01T00:00:00.000Z");
  expect(await removeUnused(db, uploads, now)).toBe(0);
  expect(readdirSync(uploads)).toEqual([stored]);

  sqlite.exec("DELETE FROM photos");
  // The file is new, so its row may still follow.
  sqlite.exec("UPDATE files SET uploaded_at = '2026-11-20T08:00:00.000Z'");
  expect(await removeUnused(db, uploads, now)).toBe(0);
  sqlite.exec("UPDATE files SET uploaded_at = '2026-11-01T00:00:00.000Z'");
  // If this is interrupted after removing the file, the next run removes the row.
  rmSync(join(uploads, stored));
  expect(await removeUnused(db, uploads, now)).toBe(1);
  expect(rows()).toBe(0);

  addPhoto(sqlite, uploads, "2026-11-01T00:00:00.000Z");
  sqlite.exec("DELETE FROM photos");
  expect(await removeUnused(db, uploads, now)).toBe(1);
  expect([rows(), readdirSync(uploads)]).toEqual([0, []]);
});
