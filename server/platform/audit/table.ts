import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "../../database/columns.ts";
import { accounts } from "../auth/table.ts";

/**
 * Who changed what, when, from what to what, from where. Rows are only ever added, and each is chained
 * to the one before (see chain.ts); the columns of the chain are filled in at start in a database that
 * comes from before there was one.
 */
export const auditEvents = sqliteTable(
  "audit_events",
  {
    id: id(),
    at: instant().notNull(),
    /** Null: the machine itself, or somebody not signed in. */
    actorId: text().references(() => accounts.id),
    /** `feature.action`, such as `fines.issue`. */
    action: text().notNull(),
    subjectId: text(),
    before: text({ mode: "json" }),
    after: text({ mode: "json" }),
    /** The caller's network address, "shell" or "job"; empty once erased. */
    origin: text().notNull(),
    /** What the caller's browser or program called itself. */
    device: text(),
    /** Its place in the chain, from 1 without a gap. */
    seq: integer(),
    /** Of origin and device: a salted digest, so that they can be erased and the chain still holds. */
    originSalt: text(),
    originDigest: text(),
    /** The same of before and after. */
    contentSalt: text(),
    contentDigest: text(),
    /** SHA-256 over all of it but what the digests stand for, and the hash of the row before. */
    hash: text(),
  },
  (t) => [
    index("audit_subject").on(t.subjectId, t.seq),
    index("audit_actor").on(t.actorId, t.seq),
    // With what happened: without them, what somebody never did is looked for in all they ever did.
    index("audit_subject_action").on(t.subjectId, t.action, t.seq),
    index("audit_actor_action").on(t.actorId, t.action, t.seq),
    uniqueIndex("audit_seq").on(t.seq),
    index("audit_action").on(t.action, t.seq),
    index("audit_at").on(t.at, t.seq),
  ],
);

/** How long the chain is and how its last row hashes, apart from it: one row, with the id "head". */
export const auditHead = sqliteTable("audit_head", {
  id: text().primaryKey(),
  seq: integer().notNull(),
  hash: text().notNull(),
});

/** Idempotency keys already honoured: the same key again answers the row made the first time. */
export const requestKeys = sqliteTable(
  "request_keys",
  {
    id: id(),
    /** Account, action and key in one text, so that one person's key is nobody else's. */
    requestKey: text().notNull().unique(),
    inputHash: text().notNull(),
    rowId: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [index("request_keys_at").on(t.at)],
);
