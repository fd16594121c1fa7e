import { getTableColumns, sql } from "drizzle-orm";
import { type Personal, personalTable } from "../../../platform/privacy/personal.ts";
import { rowsOf } from "../../../platform/privacy/rows.ts";
import { units } from "../table.ts";
import { unitParties } from "./table.ts";

const unit = sql<string>`(select ${units.label} from ${units} where ${units.id} = ${unitParties.unitId})`;
const register = "the register must say who had a unit, without a name";

export const personal: Personal = {
  tables: [
    personalTable(
      unitParties,
      { personId: "id" },
      [{ exported: true, retained: register }, "id", "unitId", "personId", "role", "share"],
      [{ exported: true, retained: register }, "votes", "since", "until", "createdAt"],
    ),
  ],
  exportFor: (db, { id }) => ({
    units: rowsOf(db, unitParties, unitParties.personId, id, {
      ...getTableColumns(unitParties),
      unit,
    }),
  }),
};
