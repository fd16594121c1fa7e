import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "../../database/columns.ts";

/** Mails to be sent and those that were. They wait here, so that a restart loses none. */
export const outgoingMail = sqliteTable(
  "outgoing_mail",
  {
    id: id(),
    to: text().notNull(),
    subject: text().notNull(),
    /** Sealed, because it holds single-use links; empty once sent or given up. */
    text: text().notNull(),
    status: text().$type<"waiting" | "sent" | "failed">().notNull().default("waiting"),
    /** How often it was tried. */
    attempts: integer().notNull().default(0),
    /** Null once sent or given up. */
    nextAttemptAt: instant(),
    lastError: text(),
    createdAt: instant().notNull(),
    sentAt: instant(),
  },
  (t) => [
    index("outgoing_mail_due").on(t.status, t.nextAttemptAt, t.id),
    index("outgoing_mail_to").on(t.to),
  ],
);
