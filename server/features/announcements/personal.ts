import { eq } from "drizzle-orm";
import { notPersonal, type Personal, personalTable } from "../../platform/privacy/personal.ts";
import { rowsOf } from "../../platform/privacy/rows.ts";
import { announcementReads, announcements, announcementUnits } from "./table.ts";

const told = { exported: true, retained: "the building was told it" } as const;

export const personal: Personal = {
  tables: [
    personalTable(
      announcements,
      { authorId: "id" },
      [told, "id", "sender", "authorId", "message", "date", "title", "audience", "urgent"],
      [told, "pinned", "firstDay", "lastDay", "toldAt", "outage", "outageFrom", "outageUntil"],
      [told, "correctedAt", "withdrawnAt", "withdrawnReason"],
    ),
    personalTable(announcementUnits, {}, [notPersonal, "announcementId", "unitId"]),
    personalTable(announcementReads, { personId: "id" }, [
      { exported: true, erased: "deleted" },
      "announcementId",
      "personId",
      "readAt",
    ]),
  ],
  names: [{ id: announcements.id, name: announcements.message }],
  exportFor: (db, { id }) => ({
    announcements: rowsOf(db, announcements, announcements.authorId, id),
    readNotices: db
      .select()
      .from(announcementReads)
      .where(eq(announcementReads.personId, id))
      .all(),
  }),
  erase: (db, { id }) =>
    void db.delete(announcementReads).where(eq(announcementReads.personId, id)).run(),
};
