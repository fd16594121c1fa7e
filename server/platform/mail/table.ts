import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "../../database/columns.ts";

/** The queue of mails, sent and unsent. It is in the database, so that a restart loses none. */
export const outgoingMail = sqliteTable(
  "outgoing_mail",
  {
    id: id(),
    /** The person it is for, because an address may change hands. Null if several had it before. */
    personId: text(),
    to: text().notNull(),
    subject: text().notNull(),
    /** Encrypted, because it holds single-use links. Empty once sent or given up. */
    text: text().notNull(),
    status: text().$type<"waiting" | "sent" | "failed">().notNull().default("waiting"),
    /** The number of attempts. */
    attempts: integer().notNull().default(0),
    /** Null once sent or given up. */
    nextAttemptAt: instant(),
    lastError: text(),
    createdAt: instant().notNull(),
    sentAt: instant(),
  },
  (t) => [
    index("outgoing_mail_due").on(t.status, t.nextAttemptAt, t.id),
    index("outgoing_mail_person").on(t.personId, t.id),
    index("outgoing_mail_to").on(t.to, t.id),
  ],
);
