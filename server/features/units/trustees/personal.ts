import { type Personal, personalTable } from "../../../platform/privacy/personal.ts";
import { rowsOf } from "../../../platform/privacy/rows.ts";
import { trusteeTerms } from "./table.ts";

const register = "resolutions must say who was a trustee, without a name";

export const personal: Personal = {
  tables: [
    personalTable(
      trusteeTerms,
      { personId: "id" },
      [{ exported: true, retained: register }, "id", "personId", "chairs"],
      [{ exported: true, retained: register }, "since", "until", "createdAt"],
    ),
  ],
  exportFor: (db, { id }) => ({
    trusteeTerms: rowsOf(db, trusteeTerms, trusteeTerms.personId, id),
  }),
};
