import { notPersonal, type Personal, personalTable } from "../privacy/personal.ts";
import { settings } from "./table.ts";

const building = "what the admins say of the building, an officer's name for everybody included";

export const settingsPersonal: Personal = {
  tables: [
    personalTable(
      settings,
      {},
      [notPersonal, "name", "updatedAt"],
      [{ notExported: building, retained: building }, "value"],
    ),
  ],
};
