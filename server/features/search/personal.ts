import { type Personal, personalTable } from "../../platform/privacy/personal.ts";
import { searchRecords } from "./table.ts";

const copy = "what is exported with the row it was copied from";

export const personal: Personal = {
  tables: [
    personalTable(
      searchRecords,
      {},
      [{ notExported: copy, retained: "points to the row it was copied from" }, "id", "kind"],
      [{ notExported: copy, retained: "points to the row it was copied from" }, "recordId"],
      [{ notExported: copy, retained: "goes with the row it was copied from" }, "title", "body"],
    ),
  ],
};
