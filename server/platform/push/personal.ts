import { eq } from "drizzle-orm";
import { type Personal, personalTable } from "../privacy/personal.ts";
import { pushSubscriptions } from "./table.ts";

const key = { notExported: "whoever has it can send to that device", erased: "deleted" } as const;
const deleted = { exported: true, erased: "deleted" } as const;
const ours = { notExported: "it says nothing of them", erased: "deleted" } as const;

export const pushPersonal: Personal = {
  tables: [
    personalTable(
      pushSubscriptions,
      { accountId: "id" },
      [deleted, "lockScreen", "createdAt"],
      [key, "endpoint", "p256dh", "auth"],
      [ours, "id", "accountId", "sessionId", "eventsPushed"],
    ),
  ],
  exportFor: (db, { id }) => ({
    pushSubscriptions: db
      .select({
        lockScreen: pushSubscriptions.lockScreen,
        createdAt: pushSubscriptions.createdAt,
      })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.accountId, id))
      .all(),
  }),
  erase: (db, { id }) =>
    void db.delete(pushSubscriptions).where(eq(pushSubscriptions.accountId, id)).run(),
};
