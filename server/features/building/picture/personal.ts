import { notPersonal, type Personal, personalTable } from "../../../platform/privacy/personal.ts";
import { buildingPictures } from "./table.ts";

export const personal: Personal = {
  tables: [personalTable(buildingPictures, {}, [notPersonal, "id", "fileId"])],
};
