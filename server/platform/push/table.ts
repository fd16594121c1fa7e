import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, refersTo } from "../../database/columns.ts";
import { accounts, sessions } from "../auth/table.ts";
import type { LockScreen } from "./schema.ts";

/** A browser that is told of news also while Stoep is closed. It ends with the session. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: id(),
    accountId: refersTo(() => accounts.id),
    sessionId: text()
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    /** The address at the browser maker's push service, which lets whoever knows it send. */
    endpoint: text().notNull(),
    /** The browser's public key, and a secret that it shares with Stoep (RFC 8291), in base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    lockScreen: text().$type<LockScreen>().notNull(),
    /** The number of the newest event that it was told of. */
    eventsPushed: integer().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex("push_subscriptions_endpoint").on(t.endpoint),
    uniqueIndex("push_subscriptions_session").on(t.sessionId),
    index("push_subscriptions_account").on(t.accountId),
  ],
);
