import { eq } from "drizzle-orm";
import { type Personal, personalTable } from "../privacy/personal.ts";
import { events } from "./table.ts";

const notExported = "it says only that something changed, and is deleted after 30 days";
const retained = "it says that something changed and not what, and is deleted after 30 days";

export const livePersonal: Personal = {
  tables: [
    personalTable(
      events,
      { personId: "id" },
      [{ notExported, erased: "replaced" }, "personId"],
      [{ notExported, retained }, "number", "topic", "about", "audience", "byId", "at"],
    ),
  ],
  erase: (db, { id }) =>
    void db.update(events).set({ personId: null }).where(eq(events.personId, id)).run(),
};
