import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import {
  bytesIn,
  entriesOf,
  forge,
  intoFolder,
  newFolder,
  now,
  smallBuilding,
} from "../testing.ts";
import { makeArchive } from "./archive.ts";
import { seal } from "./encryption.ts";
import { uploadProblems, uploadsIn } from "./inspect.ts";
import { BackupError } from "./manifest.ts";
import { openCopy, readArchive } from "./read.ts";

// Making a decompression bomb takes some seconds.
vi.setConfig({ testTimeout: 60_000 });

const keepAll = { uploads: true };

/** A small building with its archive. */
async function archived() {
  const building = await smallBuilding();
  return { building, ...(await makeArchive(building, newFolder(), "0.1.0", now)) };
}
const noneOfOurs = /: it is damaged, or it never was one\. Use another one\.$/;

test.each<[string, (path: string, file: string) => void, RegExp]>([
  [
    "is cut off",
    (path, file) => writeFileSync(file, readFileSync(path).subarray(0, 3_000)),
    /is not a complete Stoep backup: its end is missing\. Use another one\./,
  ],
  [
    "has a flipped bit",
    (path, file) => writeFileSync(file, flipped(path)),
    // The error depends on what the damaged file happens to unpack to.
    /not a complete|is damaged|holds more than its manifest names|is not what was backed up/,
  ],
  ["is something else", (_, file) => writeFileSync(file, "holiday pictures"), noneOfOurs],
  [
    "is something else, zipped",
    (_, file) => writeFileSync(file, gzipSync(Buffer.alloc(1e5, "x"))),
    noneOfOurs,
  ],
  ["is empty", (_, file) => writeFileSync(file, ""), /not a complete/],
  ["is not there", () => undefined, /There is no file/],
])("an archive that %s is refused", async (_, spoil, says) => {
  const { path } = await archived();
  const { outer, into } = intoFolder();
  const file = join(newFolder(), "spoiled.tar.gz");
  spoil(path, file);
  await expect(readArchive(file, into, keepAll)).rejects.toThrow(says);
  expect(readdirSync(outer)).toEqual(["into"]);
});

const zeros = Buffer.alloc(300e6);

type Entries = ReturnType<typeof entriesOf>;
const withContent = (entries: Entries, path: string, content: (before: Buffer) => Buffer) =>
  entries.map((each) =>
    each.path === path ? { ...each, content: content(each.content ?? zeros) } : each,
  );
const withoutRoom = (manifest: Buffer) =>
  Buffer.from(String(manifest).replace(/("stoep.db":\s*\{\s*"size":\s*)\d+/, "$11000000000000000"));

test.each<[string, (entries: Entries) => Entries, RegExp]>([
  [
    "a file that is larger than named",
    (entries) => withContent(entries, "stoep.db", () => zeros),
    /stoep\.db in the archive is not what was backed up/,
  ],
  [
    "a file that is not named",
    (entries) => entries.toSpliced(1, 0, { path: "uploads/bomb.pdf", content: zeros }),
    /uploads\/bomb\.pdf is in the archive but not in its manifest/,
  ],
  [
    "a file before the manifest",
    (entries) => [{ path: "stoep.db", content: zeros }, ...entries],
    /no manifest\.json/,
  ],
  [
    "a manifest without end",
    (entries) => withContent(entries, "manifest.json", () => zeros),
    /manifest\.json in .* is damaged/,
  ],
  [
    "sizes that leave no room on the disk",
    (entries) => withContent(entries, "manifest.json", withoutRoom),
    /not enough room on the disk/,
  ],
])("a bomb with %s is refused before it is unpacked, sealed or not", async (_, change, says) => {
  const { path } = await archived();
  const file = forge(join(newFolder(), "bomb.tar.gz"), change(entriesOf(path)));
  const sealed = `${file}.age`;
  writeFileSync(sealed, await buffer(await seal(createReadStream(file), "three owls")));
  for (const [bomb, passphrase] of [
    [file, null],
    [sealed, "three owls"],
  ] as const) {
    const { outer, into } = intoFolder();
    await expect(readArchive(bomb, into, { uploads: true, passphrase })).rejects.toThrow(says);
    expect(bytesIn(outer)).toBeLessThan(2e6);
  }
});

test("what is packed behind the last file is not unpacked without end", async () => {
  const { path } = await archived();
  const file = join(newFolder(), "long.tar.gz");
  writeFileSync(file, gzipSync(Buffer.concat([gunzipSync(readFileSync(path)), zeros])));
  await expect(readArchive(file, intoFolder().into, keepAll)).rejects.toThrow(
    /holds more than its manifest names/,
  );
});

function flipped(path: string): Buffer {
  const bytes = readFileSync(path);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 4;
  return bytes;
}

const evil = Buffer.from("evil");
const unknown = /no Stoep backup contains/;

test.each([
  ["a path upwards", { path: "../evil", content: evil }, /"\.\.\/evil", which no Stoep backup/],
  ["a path upwards inside", { path: "uploads/../../evil", content: evil }, unknown],
  ["an absolute path", { path: "/tmp/stoep-evil", content: evil }, unknown],
  ["a hidden file", { path: "uploads/.profile", content: evil }, unknown],
  ["a deeper folder", { path: "uploads/a/b.pdf", content: evil }, unknown],
  ["a backslash", { path: "uploads/..\\evil", content: evil }, unknown],
  ["another top-level file", { path: "stoep.db-wal", content: evil }, unknown],
  ["a folder", { path: "uploads/x", type: "Directory" as const }, /no plain file \(Directory\)/],
  [
    "a symbolic link",
    { path: "uploads/x.pdf", type: "SymbolicLink" as const, linkpath: "/etc/passwd" },
    /no plain file \(SymbolicLink\)/,
  ],
  [
    "a hard link",
    { path: "uploads/x.pdf", type: "Link" as const, linkpath: "stoep.db" },
    /no plain file \(Link\)/,
  ],
  ["a device", { path: "uploads/x.pdf", type: "CharacterDevice" as const }, /no plain file/],
  ["a second database", { path: "stoep.db", content: evil }, /more than once/],
])("an archive with %s is refused, and nothing is written outside", async (_, entry, says) => {
  const { path } = await archived();
  const file = forge(join(newFolder(), "forged.tar.gz"), [...entriesOf(path), entry]);
  const { outer, into } = intoFolder();
  await expect(readArchive(file, into, keepAll)).rejects.toThrow(says);
  expect(readdirSync(outer)).toEqual(["into"]);
  expect(existsSync(join(dirname(outer), "evil")) || existsSync("/tmp/stoep-evil")).toBe(false);
});

const changed = /uploads\/\S+ in the archive is not what was backed up/;

test.each<[string, (entry: { path: string; content?: Buffer }) => Buffer | null, RegExp]>([
  ["an upload that was changed", onlyIn("uploads/", (text) => `${text}!`), changed],
  [
    "one changed to the same length",
    onlyIn("uploads/", (text) => text.replace(/./g, "x")),
    changed,
  ],
  [
    "an upload taken out",
    ({ path, content = evil }) => (path.startsWith("uploads/") ? null : content),
    /is missing in the archive/,
  ],
  [
    "no manifest",
    ({ path, content = evil }) => (path === "manifest.json" ? null : content),
    /no manifest\.json/,
  ],
  [
    "a manifest that is none",
    onlyIn("manifest.json", () => "{"),
    /manifest\.json in .* is damaged/,
  ],
  ["an empty manifest", onlyIn("manifest.json", () => "{}"), /manifest\.json in .* is damaged/],
  [
    "a format of the future",
    onlyIn("manifest.json", (text) => text.replace('"format": 2', '"format": 3')),
    /made by a newer Stoep/,
  ],
])("an archive with %s is refused", async (_, change, says) => {
  const { path } = await archived();
  const entries = entriesOf(path).flatMap((entry) => {
    const content = change(entry);
    return content ? { ...entry, content } : [];
  });
  const file = forge(join(newFolder(), "changed.tar.gz"), entries);
  await expect(readArchive(file, intoFolder().into, keepAll)).rejects.toThrow(says);
});

function onlyIn(prefix: string, edit: (text: string) => string) {
  return ({ path, content = evil }: { path: string; content?: Buffer }) =>
    path.startsWith(prefix) ? Buffer.from(edit(content.toString("utf8"))) : content;
}

test("an archive of the first format, which knew no secrets, is still read", async () => {
  const { path, manifest } = await archived();
  const asBefore = onlyIn("manifest.json", (text) => text.replace('"format": 2', '"format": 1'));
  const entries = entriesOf(path).map((entry) => ({ ...entry, content: asBefore(entry) }));
  const file = forge(join(newFolder(), "old.tar.gz"), entries);
  expect(await readArchive(file, intoFolder().into, keepAll)).toEqual({ ...manifest, format: 1 });
});

test("a database of a newer Stoep, or with rows without parents, is not taken", async () => {
  const building = await smallBuilding();
  const unpacked = async () => {
    const { path } = await makeArchive(building, newFolder(), "0.1.0", now);
    const { into } = intoFolder();
    await readArchive(path, into, keepAll);
    return into;
  };
  const { $client: sqlite } = building.db;
  sqlite.pragma("foreign_keys = OFF");
  sqlite.exec("UPDATE fines SET resident_id = 'nobody'");
  const orphaned = await unpacked();
  expect(() => openCopy(orphaned)).toThrow(/1 row of fines point to rows that are not there/);
  sqlite.exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('of-tomorrow', 1)");
  const newer = await unpacked();
  expect(() => openCopy(newer)).toThrow(BackupError);
  expect(() => openCopy(newer)).toThrow(/newer Stoep/);
});

test("uploads are compared with their rows in both directions", async () => {
  const { db, files } = await smallBuilding();
  const uploads = uploadsIn(db.$client);
  const facts = new Map(uploads.map(({ storedName, ...file }) => [storedName, file]));
  expect(uploadProblems(uploads, facts, "here")).toEqual([]);
  const [first = "", second = ""] = files;
  facts.set("stray.pdf", { size: 1, sha256: "" });
  facts.set(first, { size: 1, sha256: "" });
  facts.delete(second);
  expect(uploadProblems(uploads, facts, "here")).toEqual([
    expect.stringContaining(`${first} here is not what was uploaded.`),
    expect.stringContaining(`${second} is missing here.`),
    expect.stringContaining("stray.pdf here belongs to no row."),
  ]);
});
