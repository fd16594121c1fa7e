import { hash, randomUUID } from "node:crypto";
import type Database from "better-sqlite3";
import { getTableColumns } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { auditEvents } from "./table.ts";

type Sqlite = Database.Database;

export const genesis = "0".repeat(64);

const sha256 = (...parts: (string | number | null)[]): string =>
  // This JSON is unambiguous: no text can move from one part to another.
  hash("sha256", JSON.stringify(parts));

/** 122 random bits, which Node generates in batches. */
const newSalt = randomUUID;

type Row = typeof auditEvents.$inferSelect;

/** A row of the trail in the database. `before` and `after` are JSON texts. */
export type Entry = Omit<Row, "seq" | "before" | "after" | Hashes> &
  Record<Hashes, string> & { seq: number; before: string | null; after: string | null };
type Hashes = "originDigest" | "contentDigest" | "hash";

type Written = Pick<
  Entry,
  "id" | "at" | "actorId" | "action" | "subjectId" | "before" | "after" | "origin" | "device"
>;

const fields = Object.keys(getTableColumns(auditEvents)) as (keyof Entry)[];
const columns = fields.map((field) => `${toSnakeCase(field)} AS ${field}`).join(", ");
const insertEntry = `INSERT INTO audit_events (${fields.map(toSnakeCase).join(", ")}) VALUES (${fields.map(() => "?").join(", ")})`;
const cellsOf = (entry: Entry) => fields.map((field) => entry[field]);

export const originDigestOf = ({ originSalt, origin, device }: Entry) =>
  sha256(originSalt, origin, device);
export const contentDigestOf = ({ contentSalt, before, after }: Entry) =>
  sha256(contentSalt, before, after);
export const hashOf = (previous: string, entry: Omit<Entry, "hash">) =>
  sha256(
    ...[previous, entry.seq, entry.id, entry.at, entry.actorId, entry.action, entry.subjectId],
    ...[entry.originDigest, entry.contentDigest],
  );

export interface Head {
  seq: number;
  hash: string;
}

/** The end of the chain, as the database records it; null if it is older than the chain. */
export function headOf(sqlite: Sqlite): Head | null {
  const table = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'audit_head'").get();
  if (!table) return null;
  return (
    sqlite.prepare<[], Head>("SELECT seq, hash FROM audit_head").get() ?? { seq: 0, hash: genesis }
  );
}

/** The hash has personal details as salted digests, so that they can be removed. */
function digested(written: Written): Entry {
  const entry = {
    ...written,
    seq: 0,
    originSalt: newSalt(),
    originDigest: "",
    contentSalt: newSalt(),
    contentDigest: "",
    hash: "",
  };
  entry.originDigest = originDigestOf(entry);
  entry.contentDigest = contentDigestOf(entry);
  return entry;
}

function chained(entry: Entry, head: Head): Entry {
  entry.seq = head.seq + 1;
  entry.hash = hashOf(head.hash, entry);
  return entry;
}

const saveHead =
  "INSERT INTO audit_head (id, seq, hash) VALUES ('head', ?, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq, hash = excluded.hash";

/** Appends rows to the chain. Prepared once, because every change in the building uses it. */
export function appender(sqlite: Sqlite): (written: Written) => void {
  const findHead = sqlite.prepare<[], Head>("SELECT seq, hash FROM audit_head");
  const insert = sqlite.prepare(insertEntry);
  const keepHead = sqlite.prepare(saveHead);
  return (written) => {
    const entry = chained(digested(written), findHead.get() ?? { seq: 0, hash: genesis });
    insert.run(cellsOf(entry));
    keepHead.run(entry.seq, entry.hash);
  };
}

/** Every row in the order of the chain; rows without a position come first. */
export const entriesOf = (sqlite: Sqlite): IterableIterator<Entry> =>
  sqlite.prepare<[], Entry>(`SELECT ${columns} FROM audit_events ORDER BY seq, id`).iterate();

/** Triggers only prevent mistakes: whoever can write to the file can drop them. */
const triggers: Record<string, string> = {
  audit_events_stay:
    "CREATE TRIGGER audit_events_stay BEFORE DELETE ON audit_events BEGIN SELECT RAISE(ABORT, 'The audit trail only grows.'); END",
  audit_events_chained:
    "CREATE TRIGGER audit_events_chained BEFORE INSERT ON audit_events WHEN NEW.seq IS NULL OR NEW.hash IS NULL BEGIN SELECT RAISE(ABORT, 'A row of the audit trail needs its place in the chain.'); END",
  audit_events_as_written: `CREATE TRIGGER audit_events_as_written BEFORE UPDATE ON audit_events WHEN NOT (
    NEW.seq IS OLD.seq AND NEW.id IS OLD.id AND NEW.at IS OLD.at AND NEW.actor_id IS OLD.actor_id
    AND NEW.action IS OLD.action AND NEW.subject_id IS OLD.subject_id AND NEW.hash IS OLD.hash
    AND NEW.origin_digest IS OLD.origin_digest AND NEW.content_digest IS OLD.content_digest
    AND ((NEW.origin IS OLD.origin AND NEW.device IS OLD.device AND NEW.origin_salt IS OLD.origin_salt)
      OR (NEW.origin = '' AND NEW.device IS NULL AND NEW.origin_salt IS NULL))
    AND ((NEW.before IS OLD.before AND NEW.after IS OLD.after AND NEW.content_salt IS OLD.content_salt)
      OR (NEW.before IS NULL AND NEW.after IS NULL AND NEW.content_salt IS NULL))
  ) BEGIN SELECT RAISE(ABORT, 'The audit trail is not changed.'); END`,
};

export const trailTriggers = new Map(Object.entries(triggers));

/** At every open: puts back a trigger that is missing or changed. */
export function keepChain(sqlite: Sqlite): void {
  const find = sqlite
    .prepare<[string], string>("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?")
    .pluck();
  const wrong = [...trailTriggers].filter(([name, text]) => find.get(name) !== text);
  if (wrong.length === 0) return;
  sqlite
    .transaction(() => {
      for (const [name, text] of wrong) sqlite.exec(`DROP TRIGGER IF EXISTS ${name}; ${text}`);
    })
    .immediate();
}
