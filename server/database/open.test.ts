import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { DatabaseError } from "../errors.ts";
import { newFolder } from "../platform/backup/testing.ts";
import { openBuilding } from "../platform/installation/database.ts";
import { writeSetting } from "../platform/settings/settings.ts";
import { settings } from "../platform/settings/table.ts";
import { openServer } from "../testing.ts";
import { write } from "./open.ts";

const now = "2026-11-20T09:26:24.123Z";

/** A folder for a database file, deleted after the test. */
function place() {
  const folder = newFolder();
  return { folder, file: join(folder, "stoep.db"), backups: join(folder, "backups") };
}

/** A closed database file with some rows. */
function filled() {
  const paths = place();
  const db = openBuilding(paths.file);
  writeSetting(db, "buildingName", "Acacia Court", now);
  const note = db.$client.prepare(
    "INSERT INTO settings (name, value, updated_at) VALUES (?, ?, ?)",
  );
  write(db, () => {
    for (let row = 0; row < 500; row += 1)
      note.run(`filler ${row}`, JSON.stringify("x".repeat(400)), now);
  });
  db.$client.close();
  return paths;
}

const openAt = (file: string) => {
  const db = openBuilding(file);
  onTestFinished(() => void db.$client.close());
  return db;
};

const nameIn = (db: ReturnType<typeof openAt>) => db.select().from(settings).get()?.value;

test("every open says how it wants its disk, the first and the next", () => {
  const paths = place();
  for (const time of ["first", "second"]) {
    const db = openBuilding(paths.file);
    const pragma = (name: string) => db.$client.pragma(name, { simple: true });
    expect([time, pragma("journal_mode"), pragma("synchronous")]).toEqual([time, "wal", 2]);
    expect([pragma("foreign_keys"), pragma("busy_timeout")]).toEqual([1, 250]);
    db.$client.close();
  }
});

test.each([
  ["text", "this is somebody's shopping list, and not a database at all"],
  ["three bytes", "abc"],
  ["zeroes", "\0".repeat(8192)],
])("a file of %s is refused and stays as it is", (_, content) => {
  const { file, folder } = place();
  writeFileSync(file, content);
  expect(() => openBuilding(file)).toThrow(DatabaseError);
  expect(() => openBuilding(file)).toThrow("is not a Stoep database");
  expect(readFileSync(file, "utf8")).toBe(content);
  expect(readdirSync(folder)).toEqual(["stoep.db"]);
});

test("another program's SQLite database is refused and stays as it is", () => {
  const { file } = place();
  const other = new Database(file);
  other.exec("CREATE TABLE bookmarks (url TEXT); INSERT INTO bookmarks VALUES ('x')");
  other.close();
  const before = readFileSync(file);
  expect(() => openBuilding(file)).toThrow("is not a Stoep database");
  expect(readFileSync(file)).toEqual(before);
});

test.each([
  ["its second half gone", (file: string) => truncateSync(file, 120_000)],
  ["the end of a page gone", (file: string) => truncateSync(file, 4096 * 20 + 100)],
  ["garbage in its first page", (file: string) => scribble(file, 100)],
  ["garbage in the middle", (file: string) => scribble(file, 4096 * 40)],
])("a database with %s is refused in words and not touched", (_, damage) => {
  const { file, backups } = filled();
  damage(file);
  const before = readFileSync(file);
  expect(() => openBuilding(file)).toThrow(DatabaseError);
  expect(() => openBuilding(file)).toThrow(/is damaged .*scripts\/stoep restore/);
  // Compared as a whole; byte by byte takes seconds.
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(existsSync(backups)).toBe(false);
});

function scribble(file: string, at: number): void {
  const handle = openSync(file, "r+");
  for (let page = 0; page < 5; page += 1)
    writeSync(handle, Buffer.alloc(3000, 0xa5), 0, 3000, at + page * 4096);
  closeSync(handle);
}

test("a database that another program holds is not called damaged", () => {
  const { file } = filled();
  const other = new Database(file);
  other.pragma("locking_mode = EXCLUSIVE");
  other.exec("BEGIN EXCLUSIVE");
  expect(() => openBuilding(file)).toThrow("is in use by another program");
  other.close();
  expect(nameIn(openAt(file))).toBe("Acacia Court");
});

test("a database of a newer Stoep is refused", () => {
  const { file } = filled();
  const newer = new Database(file);
  newer.prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', 4e12)").run();
  newer.close();
  expect(() => openBuilding(file)).toThrow(DatabaseError);
  expect(() => openBuilding(file)).toThrow("written by a newer Stoep");
});

test("what throws inside a write leaves nothing of it behind, nor of the writes inside", () => {
  const db = openAt(place().file);
  const halves = () =>
    write(db, () => {
      writeSetting(db, "buildingName", "One", now);
      write(db, () => writeSetting(db, "buildingName", "Two", now));
      throw new Error("no");
    });
  expect(halves).toThrow("no");
  expect(db.select().from(settings).all()).toEqual([]);
  write(db, () => {
    writeSetting(db, "buildingName", "Three", now);
    expect(() =>
      write(db, () => {
        writeSetting(db, "buildingName", "Four", now);
        throw new Error("only this");
      }),
    ).toThrow("only this");
  });
  expect(nameIn(db)).toBe("Three");
});

test("a write takes the lock at once, before it reads", () => {
  const { file } = place();
  const [one, two] = [openAt(file), openAt(file)];
  write(one, () => {
    one.select().from(settings).all();
    expect(() => writeSetting(two, "buildingName", "X", now)).toThrow("database is locked");
  });
  writeSetting(two, "buildingName", "Y", now);
  expect(nameIn(one)).toBe("Y");
});

test("an async callback is refused and leaves nothing", () => {
  const db = openAt(place().file);
  expect(() => write(db, async () => writeSetting(db, "buildingName", "X", now))).toThrow(
    /cannot return a promise/,
  );
  expect(db.select().from(settings).all()).toEqual([]);
});

test("while another program writes, reads work, writes get an error that says to try again, and the admin is warned", async () => {
  const { as, rest, config } = await openServer({ onDisk: true });
  const anna = rest("anna");
  const other = new Database(config.database);
  onTestFinished(() => void other.close());
  other.exec("BEGIN IMMEDIATE");
  for (const path of [
    "POST /api/property/admin/announcements",
    "POST /api/trpc/admin.announcements.post",
  ]) {
    const answer = await anna(path, { message: "Hello" });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(JSON.stringify(answer.body)).toContain("server.busy");
  }
  expect((await anna("GET /api/property/announcements")).body).toEqual([]);
  const { healthWarning } = await as("anna").admin.dashboard.overview();
  expect(healthWarning).toContain("Another program is using the database");
  const health = async () => (await rest()("GET /api/health")).body.status;
  expect(await health()).toBe("degraded");
  other.exec("ROLLBACK");
  expect((await anna("POST /api/property/admin/announcements", { message: "Hello" })).status).toBe(
    201,
  );
  expect((await anna("GET /api/property/announcements")).body).toHaveLength(1);
  await expect.poll(health, { timeout: 20_000 }).toBe("ok");
});

test("a folder that is not there yet is made", () => {
  const { folder } = place();
  openAt(join(folder, "a", "b", "stoep.db"));
  expect(readdirSync(join(folder, "a", "b"))).toContain("stoep.db");
});
