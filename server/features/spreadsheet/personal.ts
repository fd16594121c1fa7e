import { type Personal, personalTable } from "../../platform/privacy/personal.ts";
import { discardStaged } from "./staging.ts";
import { recentImports, stagedImports } from "./table.ts";

const list = "a list of many people, which is deleted once it is imported, or after seven days";
const copy = "a copy of rows that are exported with their tables; it is deleted after a day";

export const personal: Personal = {
  tables: [
    personalTable(
      stagedImports,
      { accountId: "id" },
      [{ notExported: list, erased: "deleted" }, "id", "accountId", "fileName", "content"],
      [{ notExported: list, erased: "deleted" }, "choices", "at"],
    ),
    personalTable(recentImports, { accountId: "id" }, [
      { notExported: copy, erased: "deleted" },
      "id",
      "accountId",
      "at",
      "changes",
    ]),
  ],
  erase: (db, { id }) => {
    discardStaged(db, id);
    // Any of them may have a copy of the person's data; they cannot be taken back any more.
    db.delete(recentImports).run();
  },
};
