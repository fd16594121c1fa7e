import { notPersonal, type Personal, personalTable } from "../../../platform/privacy/personal.ts";
import { unitWeights } from "./table.ts";

export const personal: Personal = {
  tables: [
    personalTable(
      unitWeights,
      {},
      [notPersonal, "id", "unitId", "use", "weight"],
      [notPersonal, "rule", "certificateOn", "createdAt"],
    ),
  ],
};
