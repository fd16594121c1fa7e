import { notPersonal, type Personal, personalTable } from "../../platform/privacy/personal.ts";
import { units } from "./table.ts";

export const personal: Personal = {
  tables: [
    personalTable(
      units,
      {},
      [{ exported: true, retained: "the register of units is about nobody" }, "id"],
      [notPersonal, "label", "labelKey", "sectionNumber", "kind", "floorArea", "floor", "notes"],
      [notPersonal, "paymentReference", "since", "createdAt", "removedAt"],
    ),
  ],
  names: [{ id: units.id, name: units.label }],
};
