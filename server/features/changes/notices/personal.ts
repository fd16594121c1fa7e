import { sql } from "drizzle-orm";
import { type Personal, personalTable } from "../../../platform/privacy/personal.ts";
import { rowsOf } from "../../../platform/privacy/rows.ts";
import { emptyNotices, noticesAbout, withUnit } from "./service.ts";
import { changeNotices } from "./table.ts";

const register = "the register must say who announced what, without a name";

export const personal: Personal = {
  tables: [
    personalTable(
      changeNotices,
      { announcedBy: "id", personId: "id", decidedBy: "id" },
      [{ exported: true, retained: register }, "id", "kind", "unitId", "announcedBy"],
      [{ exported: true, retained: register }, "announcedAt", "day", "partyId", "state"],
      [{ exported: true, retained: register }, "decidedBy", "decidedAt", "personId"],
      [{ exported: true, erased: "replaced" }, "name", "surname", "email", "telephone"],
      // With what a person announced, but not with what somebody else did about them.
      [{ exported: true, erased: "replaced" }, "note", "reason"],
    ),
  ],
  names: [
    {
      id: changeNotices.id,
      name: sql`${changeNotices.kind} || ', ' || ${withUnit.unit}`,
    },
  ],
  exportFor: (db, { id }) => ({
    announcedChanges: rowsOf(db, changeNotices, changeNotices.announcedBy, id, withUnit),
    changesAboutThem: noticesAbout(db, id),
  }),
  erase: emptyNotices,
};
