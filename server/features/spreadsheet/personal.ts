import { type Personal, personalTable } from "../../platform/privacy/personal.ts";
import { recentImports, stagedImports } from "./table.ts";

const list =
  "a list of many people, which is deleted once it is imported, after seven days, or when anybody is erased";
const copy = "a copy of rows that are exported with their tables; it is deleted after a day";

export const personal: Personal = {
  tables: [
    personalTable(stagedImports, { accountId: "id" }, [
      { notExported: list, erased: "deleted" },
      "id",
      "accountId",
      "content",
      "at",
    ]),
    personalTable(recentImports, { accountId: "id" }, [
      { notExported: copy, erased: "deleted" },
      "id",
      "accountId",
      "at",
      "changes",
    ]),
  ],
  erase: (db) => {
    // Any of them may have the person's data, whoever began or did the import.
    db.delete(stagedImports).run();
    db.delete(recentImports).run();
  },
};
