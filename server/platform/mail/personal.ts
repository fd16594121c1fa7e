import { eq, inArray } from "drizzle-orm";
import { type Personal, personalTable } from "../privacy/personal.ts";
import { outgoingMail } from "./table.ts";

const { to, subject, status, createdAt, sentAt, lastError } = outgoingMail;
const deleted = { exported: true, erased: "deleted" } as const;

export const mailPersonal: Personal = {
  tables: [
    personalTable(
      outgoingMail,
      { to: "email" },
      [deleted, "to", "subject", "status", "createdAt", "sentAt", "lastError"],
      [{ notExported: "it is sealed and holds links that let in", erased: "deleted" }, "text"],
      [{ notExported: "it says nothing of them", erased: "deleted" }, "id", "attempts"],
      [{ notExported: "it says nothing of them", erased: "deleted" }, "nextAttemptAt"],
    ),
  ],
  exportFor: (db, { email }) => ({
    mails: db
      .select({ to, subject, status, createdAt, sentAt, lastError })
      .from(outgoingMail)
      .where(eq(outgoingMail.to, email))
      .all(),
  }),
  erase: (db, { emails }) => {
    db.delete(outgoingMail)
      .where(inArray(outgoingMail.to, [...emails]))
      .run();
  },
};
