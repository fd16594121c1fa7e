import { getTableColumns, sql } from "drizzle-orm";
import { type Personal, personalTable } from "../../platform/privacy/personal.ts";
import { rowsOf } from "../../platform/privacy/rows.ts";
import { people } from "../people/table.ts";
import { fineStatusChanges, fines } from "./table.ts";

const books = "the books need it, without a name";
const inTrail = "their part of the trail tells what they did";
const { issuedBy: _, ...exportedColumns } = getTableColumns(fines);

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
      [{ notExported: inTrail, retained: books }, "id", "fineId", "did", "statusBefore", "status"],
      [{ notExported: inTrail, retained: books }, "reason", "changedBy", "changedAt"],
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
  }),
};
