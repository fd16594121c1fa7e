import { type Personal, personalTable } from "../../platform/privacy/personal.ts";
import { rowsOf } from "../../platform/privacy/rows.ts";
import { announcements } from "./table.ts";

const retention = "the building was told it";

export const personal: Personal = {
  tables: [
    personalTable(announcements, { authorId: "id" }, [
      { exported: true, retained: retention },
      "id",
      "sender",
      "authorId",
      "message",
      "date",
    ]),
  ],
  names: [{ id: announcements.id, name: announcements.message }],
  exportFor: (db, { id }) => ({
    announcements: rowsOf(db, announcements, announcements.authorId, id),
  }),
};
