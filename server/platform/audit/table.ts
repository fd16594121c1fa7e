import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "../../database/columns.ts";
import { accounts } from "../auth/table.ts";

/** The audit trail: actor, change, time, origin. Rows are only added, chained to the one before. */
export const auditEvents = sqliteTable(
  "audit_events",
  {
    id: id(),
    at: instant().notNull(),
    /** Null: the server itself, or somebody who is not signed in. */
    actorId: text().references(() => accounts.id),
    /** `feature.action`, such as `fines.issue`. */
    action: text().notNull(),
    subjectId: text(),
    before: text({ mode: "json" }),
    after: text({ mode: "json" }),
    /** The client's network address, "shell" or "job"; empty once erased. */
    origin: text().notNull(),
    device: text(),
    /** Its position in the chain, from 1 without gaps. */
    seq: integer(),
    /** A salted digest of origin and device, which remains in the chain if they are erased. */
    originSalt: text(),
    originDigest: text(),
    /** The same for before and after. */
    contentSalt: text(),
    contentDigest: text(),
    /** SHA-256 of the row, with digests in place of their content, and of the previous hash. */
    hash: text(),
  },
  (t) => [
    // With the action: otherwise a search for something never done reads all of a person's entries.
    // Without it, these hold all that is sorted, and an index more would cost each change a page.
    index("audit_subject_action").on(t.subjectId, t.action, t.seq),
    index("audit_actor_action").on(t.actorId, t.action, t.seq),
    uniqueIndex("audit_seq").on(t.seq),
    index("audit_action").on(t.action, t.seq),
    index("audit_at").on(t.at, t.seq),
  ],
);

/** The length and last hash of the chain, in one row with the id "head". */
export const auditHead = sqliteTable("audit_head", {
  id: text().primaryKey(),
  seq: integer().notNull(),
  hash: text().notNull(),
});

/** Idempotency keys in use: repeating a key returns the row made the first time. */
export const requestKeys = sqliteTable(
  "request_keys",
  {
    id: id(),
    /** Account, action and key in one text, so that keys of different people never collide. */
    requestKey: text().notNull().unique(),
    inputHash: text().notNull(),
    rowId: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [index("request_keys_at").on(t.at)],
);
