import { and, eq, inArray, isNull } from "drizzle-orm";
import { type Personal, personalTable } from "../privacy/personal.ts";
import { outgoingMail } from "./table.ts";

const { personId, to, subject, status, createdAt, sentAt, lastError } = outgoingMail;
const deleted = { exported: true, erased: "deleted" } as const;

export const mailPersonal: Personal = {
  tables: [
    personalTable(
      outgoingMail,
      { personId: "id" },
      [deleted, "personId", "to", "subject", "status", "createdAt", "sentAt", "lastError"],
      [{ notExported: "it is sealed and holds links that let in", erased: "deleted" }, "text"],
      [{ notExported: "it says nothing of them", erased: "deleted" }, "id", "attempts"],
      [{ notExported: "it says nothing of them", erased: "deleted" }, "nextAttemptAt"],
    ),
  ],
  exportFor: (db, { id }) => ({
    mails: db
      .select({ personId, to, subject, status, createdAt, sentAt, lastError })
      .from(outgoingMail)
      .where(eq(personId, id))
      .all(),
  }),
  erase: (db, { id, emails }) => {
    db.delete(outgoingMail).where(eq(personId, id)).run();
    db.delete(outgoingMail)
      .where(and(isNull(personId), inArray(to, [...emails])))
      .run();
  },
};
