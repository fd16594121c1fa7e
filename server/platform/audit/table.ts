import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "../../columns.ts";
import { accounts } from "../auth/table.ts";

/** Who changed what, when, from what to what, from where. Rows are only ever added. */
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
    /** The caller's network address, or "cli". */
    origin: text().notNull(),
  },
  (t) => [index("audit_subject").on(t.subjectId, t.id), index("audit_actor").on(t.actorId, t.id)],
);

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
