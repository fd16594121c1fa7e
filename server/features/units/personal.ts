import { notPersonal, type Personal, personalTable } from "../../platform/privacy/personal.ts";
import { storedFields } from "./service.ts";
import { units } from "./table.ts";

export const personal: Personal = {
  tables: [
    personalTable(
      units,
      {},
      [{ exported: true, retained: "the register of units is about nobody" }, "id"],
      [notPersonal, ...storedFields],
      [notPersonal, "labelKey", "paymentReference", "since", "createdAt", "removedAt"],
    ),
  ],
  names: [{ id: units.id, name: units.label }],
};
