import { notPersonal, type Personal, personalTable } from "../../platform/privacy/personal.ts";
import { unitAreas } from "./areas/table.ts";
import { unitQuotas } from "./quotas/table.ts";
import { storedFields } from "./service.ts";
import { units } from "./table.ts";
import { unitWeights } from "./weights/table.ts";

export const personal: Personal = {
  tables: [
    personalTable(
      units,
      {},
      [notPersonal, ...storedFields],
      [{ exported: true, retained: "the register of units is about nobody" }, "id", "label"],
      [notPersonal, "labelKey", "paymentReference", "since", "createdAt", "removedAt"],
    ),
    personalTable(
      unitAreas,
      {},
      [notPersonal, "id", "unitId", "kind", "label", "floorArea", "right", "reference"],
      [notPersonal, "since", "until", "createdAt"],
    ),
    personalTable(unitQuotas, {}, [
      notPersonal,
      "id",
      "unitId",
      "quota",
      "since",
      "paper",
      "createdAt",
    ]),
    personalTable(
      unitWeights,
      {},
      [notPersonal, "id", "unitId", "use", "weight"],
      [notPersonal, "rule", "certificateOn", "createdAt"],
    ),
  ],
  names: [{ id: units.id, name: units.label }],
};
