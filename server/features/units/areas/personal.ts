import { notPersonal, type Personal, personalTable } from "../../../platform/privacy/personal.ts";
import { unitAreas } from "./table.ts";

export const personal: Personal = {
  tables: [
    personalTable(
      unitAreas,
      {},
      [notPersonal, "id", "unitId", "kind", "label", "floorArea", "right", "reference"],
      [notPersonal, "since", "until", "createdAt"],
    ),
  ],
};
