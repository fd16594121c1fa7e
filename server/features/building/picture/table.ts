import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id } from "../../../database/columns.ts";
import { files } from "../../../platform/files/table.ts";

/** The picture of the building: one row, or none. */
export const buildingPictures = sqliteTable("building_pictures", {
  id: id(),
  fileId: text()
    .notNull()
    .unique()
    .references(() => files.id),
});
