import { type Personal, personalTable } from "../privacy/personal.ts";
import { totals } from "./table.ts";

const counts = "how many rows there are of what stays";

export const totalsPersonal: Personal = {
  tables: [
    personalTable(totals, {}, [
      { notExported: counts, retained: counts },
      "about",
      "what",
      "count",
      "cents",
    ]),
  ],
};
