import { type Personal, personalTable } from "../../../platform/privacy/personal.ts";
import { rowsOf } from "../../../platform/privacy/rows.ts";
import { unitParties } from "./table.ts";

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
    units: rowsOf(db, unitParties, unitParties.personId, id),
  }),
};
