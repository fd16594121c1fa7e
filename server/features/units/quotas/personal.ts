import { notPersonal, type Personal, personalTable } from "../../../platform/privacy/personal.ts";
import { unitQuotas } from "./table.ts";

export const personal: Personal = {
  tables: [
    personalTable(unitQuotas, {}, [
      notPersonal,
      "id",
      "unitId",
      "quota",
      "since",
      "paper",
      "createdAt",
    ]),
  ],
};
