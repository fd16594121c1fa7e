import { eq, getTableColumns, sql } from "drizzle-orm";
import type { Db } from "../../database/open.ts";
import { type Personal, personalTable } from "../../platform/privacy/personal.ts";
import { LongList, rowsOf } from "../../platform/privacy/rows.ts";
import { people } from "../people/table.ts";
import { historyForResident } from "./decisions/service.ts";
import { fineStatusChanges, fines } from "./table.ts";

const books = "the books need it, without a name";
const inTrail = "their part of the trail tells what they did";
const { issuedBy: _, ...exportedColumns } = getTableColumns(fines);

/** What was done to each of a person's fines, as they read it. */
function historiesOf(db: Db, residentId: string) {
  const theirs = db.select({ id: fines.id }).from(fines).where(eq(fines.residentId, residentId));
  return new LongList(theirs.all(), (some) =>
    some.flatMap(({ id: fineId }) =>
      historyForResident(db, fineId).map((step) => ({ fineId, ...step })),
    ),
  );
}

export const personal: Personal = {
  tables: [
    personalTable(
      fines,
      { residentId: "id", issuedBy: "id" },
      [{ notExported: inTrail, retained: books }, "issuedBy"],
      [{ exported: true, retained: books }, "id", "residentId", "type", "status", "amountCents"],
      [{ exported: true, retained: books }, "reason", "issuedAt", "dueDate", "roomNo", "reference"],
      [{ exported: true, retained: books }, "withdrawnReason", "withdrawnAt", "paidAt"],
      [{ exported: true, retained: books }, "turnedDownReason", "remindedAt"],
    ),
    personalTable(
      fineStatusChanges,
      { changedBy: "id" },
      [{ exported: true, retained: books }, "fineId", "did", "statusBefore", "status", "reason"],
      [{ exported: true, retained: books }, "changedAt"],
      [{ notExported: inTrail, retained: books }, "id", "changedBy"],
    ),
  ],
  names: [
    {
      id: fines.id,
      name: sql`${fines.reference} || ', ' || (SELECT ${people.name} || ' ' || ${people.surname}
        FROM ${people} WHERE ${people.id} = ${fines.residentId})`,
    },
  ],
  exportFor: (db, { id }) => ({
    fines: rowsOf(db, fines, fines.residentId, id, exportedColumns),
    fineHistory: historiesOf(db, id),
  }),
};
