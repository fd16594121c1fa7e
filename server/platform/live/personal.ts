import { eq } from "drizzle-orm";
import { type Personal, personalTable } from "../privacy/personal.ts";
import { events } from "./table.ts";

const notExported = "it says only that something changed, and is deleted after 30 days";

export const livePersonal: Personal = {
  tables: [
    personalTable(
      events,
      { personId: "id" },
      [{ notExported, erased: "deleted" }, "number", "topic", "about", "audience"],
      [{ notExported, erased: "deleted" }, "personId", "byId", "at"],
    ),
  ],
  erase: (db, { id }) => void db.delete(events).where(eq(events.personId, id)).run(),
};
