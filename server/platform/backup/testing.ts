import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { Header, type HeaderData } from "tar";
import { onTestFinished } from "vitest";
import { type Config, readConfig } from "../../config.ts";
import type { Db } from "../../database/open.ts";
import { membersOf } from "../../features/backups/service.ts";
import { addProof } from "../../features/fines/proofs/service.ts";
import { issueFine } from "../../features/fines/service.ts";
import { addPerson } from "../../features/people/service.ts";
import { entriesOf as chainOf, contentDigestOf, genesis, hashOf, headOf } from "../audit/chain.ts";
import { unguarded } from "../audit/testing.ts";
import { momentOf } from "../clock/clock.ts";
import { storeFile } from "../files/files.ts";
import { openBuilding } from "../installation/database.ts";
import type { Places } from "./archive/archive.ts";
import { inDatabase, rowCounts } from "./archive/inspect.ts";
import { databaseName } from "./archive/manifest.ts";
import { archiveName } from "./archive/names.ts";
import { readArchive } from "./archive/read.ts";
import { factsOf, workFolder } from "./disk.ts";
import { backUp } from "./makeBackup.ts";
import { prepare } from "./restore/prepare.ts";

export const now = "2026-11-20T09:26:24.123Z";
const moment = momentOf(new Date(now), "Africa/Johannesburg");
const by = { accountId: null, origin: "test" };

/** A folder that is removed after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "stoep-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A data folder with one resident, one fine and two payment proofs; its database stays open. */
export async function smallBuilding(): Promise<Places & { data: string; db: Db; files: string[] }> {
  const data = newFolder();
  const places = {
    database: join(data, "stoep.db"),
    uploads: join(data, "uploads"),
    secrets: join(data, "secrets"),
  };
  const db = openBuilding(places.database);
  onTestFinished(() => void db.$client.close());
  const names = { name: "Thandi", surname: "Nkosi", username: "thandi", email: "t@example.co.za" };
  const residentId = addPerson(
    db,
    by,
    { role: "Resident", ...names, cellPhone: "082 123 4567", idNumber: "8001015009087" },
    null,
    moment,
  );
  const fine = { residentId, type: "Late Rent" as const, amountCents: 45_000, reason: "Late." };
  const { id: fineId } = issueFine(db, by, { ...fine, dueDate: "2026-12-01" }, moment);
  const files: string[] = [];
  for (const text of ["first", "second"]) {
    const limits = { maxBytes: 1000, leaves: 0, types: { "application/pdf": "pdf" } };
    const source = Readable.from([Buffer.from(`%PDF-1.4\n${text}`)]);
    const file = await storeFile(source, places.uploads, limits);
    addProof(db, by, { residentId, fineId }, { ...file, fileName: `${text}.pdf` }, moment);
    files.push(file.storedName);
  }
  return { ...places, data, db, files };
}

/** Two minutes past midnight UTC, which is at night in the building. */
export const at = (day: string) => () => `${day}T00:02:00.000Z`;
export const nameOf = (day: string, encrypted = false) => archiveName(at(day)(), encrypted);

/** A small building with its settings, and a way to back it up on a given day. */
export async function nightlyBuilding(env: Record<string, string> = {}) {
  const inside = await smallBuilding();
  const config = readConfig({ STOEP_DATA: inside.data, ...env });
  const night = (day: string) => backUp(config, config.backups, "0.1.0", at(day));
  return { ...inside, config, night };
}

/**
 * A disk of its own.
 * @param options how it is mounted, such as `size=5m`
 * @param skip skips the test with the reason if it cannot be made
 */
export function smallDisk(options: string, skip: (why: string) => void): string {
  const folder = newFolder();
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]);
  if (status !== 0) skip("A small disk cannot be mounted here: that needs root.");
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  return folder;
}

type Entry = Partial<HeaderData> & { path: string; content?: Buffer };

/** Writes a malicious archive: with any name and any kind of entry. */
export function forge(file: string, entries: Entry[]): string {
  const blocks = entries.flatMap(({ content = Buffer.alloc(0), ...data }) => {
    const header = new Header({ mode: 0o600, type: "File", size: content.length, ...data });
    const block = Buffer.alloc(512);
    header.encode(block);
    return [block, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  writeFileSync(file, gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)])));
  return file;
}

/** The entries of a valid archive, to be put into a forged one. */
export function entriesOf(file: string): Entry[] {
  const bytes = gunzipSync(readFileSync(file));
  const entries: Entry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const header = new Header(bytes, at);
    if (!header.path) break;
    const size = header.size ?? 0;
    entries.push({ path: header.path, content: bytes.subarray(at + 512, at + 512 + size) });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return entries;
}

/** An empty folder to unpack into. The folder around it must stay otherwise empty. */
export function intoFolder(): { outer: string; into: string } {
  const outer = newFolder();
  const into = join(outer, "into");
  mkdirSync(into);
  return { outer, into };
}

/** Prepares to restore an archive, in a folder `work`, as somebody with this building's settings. */
export async function prepared(path: string, config: Config, passphrase: string | null = null) {
  const work = await workFolder(newFolder(), 0);
  return { work, ...(await prepare(path, work, passphrase, config, membersOf)) };
}

/** The size of all files in a folder. */
export function bytesIn(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.reduce((sum, name) => {
    // It may be gone again while somebody looks.
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return sum + (found?.size ?? 0);
  }, 0);
}

/**
 * A backup edited by somebody who knows how it is made: with a changed database, a recalculated
 * hash chain and a manifest to match.
 * @param rechain false: leaves the hashes of the trail as they were
 */
export async function editedBackup(
  archive: string,
  edit: (sqlite: Database.Database) => void,
  { madeAt = "", rechain = true } = {},
): Promise<string> {
  const folder = newFolder();
  const manifest = await readArchive(archive, folder, { uploads: true });
  const sqlite = unguarded(new Database(join(folder, databaseName)));
  edit(sqlite);
  if (rechain) recomputeHashes(sqlite);
  sqlite.close();
  const files = { ...manifest.files, [databaseName]: await factsOf(join(folder, databaseName)) };
  const rows = inDatabase(join(folder, databaseName), rowCounts);
  const trail = inDatabase(join(folder, databaseName), headOf) ?? manifest.trail;
  const editedManifest = { ...manifest, files, rows, trail, madeAt: madeAt || manifest.madeAt };
  return forge(join(newFolder(), "edited.tar.gz"), [
    { path: "manifest.json", content: Buffer.from(JSON.stringify(editedManifest)) },
    ...Object.keys(files).map((path) => ({ path, content: readFileSync(join(folder, path)) })),
  ]);
}

function recomputeHashes(sqlite: Database.Database): void {
  const update = sqlite.prepare(
    "UPDATE audit_events SET content_digest = ?, hash = ? WHERE seq = ?",
  );
  let head = { seq: 0, hash: genesis };
  for (const entry of [...chainOf(sqlite)]) {
    if (entry.contentSalt !== null) entry.contentDigest = contentDigestOf(entry);
    head = { seq: entry.seq, hash: hashOf(head.hash, entry) };
    update.run(entry.contentDigest, head.hash, entry.seq);
  }
  sqlite.prepare("UPDATE audit_head SET seq = ?, hash = ?").run(head.seq, head.hash);
}
