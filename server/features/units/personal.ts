import { notPersonal, type Personal, personalTable } from "../../platform/privacy/personal.ts";
import { units } from "./table.ts";

export const personal: Personal = {
  tables: [
    personalTable(
      units,
      {},
      [notPersonal, "id", "label", "labelKey", "sectionNumber", "participationQuota"],
      [notPersonal, "createdAt", "removedAt"],
    ),
  ],
  names: [{ id: units.id, name: units.label }],
};
