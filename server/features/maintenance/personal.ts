import { and, eq, getTableColumns, inArray, or, sql } from "drizzle-orm";
import type { Db } from "../../database/open.ts";
import { type Personal, personalTable } from "../../platform/privacy/personal.ts";
import { LongList, rowsOf } from "../../platform/privacy/rows.ts";
import { attachments } from "../attachments/table.ts";
import { people } from "../people/table.ts";
import { historyOf } from "./status.ts";
import {
  internalNotes,
  maintenanceNotes,
  maintenanceRequests,
  maintenanceStatusChanges,
} from "./table.ts";

const building = "what was done to the building, without a name";
const byName = "the history has their name; their part of the trail tells what they did";

const ofNeighbour = "which request of a neighbour's it goes along with";
const { joinedTo: _, ...exportedColumns } = getTableColumns(maintenanceRequests);

const workNotes = "a working note of the staff and trustees, which residents do not get";

const requestsOf = (db: Db, residentId: string) =>
  db
    .select({ id: maintenanceRequests.id })
    .from(maintenanceRequests)
    .where(eq(maintenanceRequests.residentId, residentId));

/** When each of a person's requests was opened and closed, as they read it. */
const historiesOf = (db: Db, id: string) =>
  new LongList(requestsOf(db, id).all(), (some) =>
    some.flatMap(({ id: requestId }) =>
      historyOf(db, { id, role: "Resident" }, requestId).map((step) => ({ requestId, ...step })),
    ),
  );

/** The notes that somebody wrote, and those about their requests, with who wrote them. */
const notesForExport = (db: Db, id: string) =>
  db
    .select({
      id: maintenanceNotes.id,
      requestId: maintenanceNotes.requestId,
      addedAt: maintenanceNotes.addedAt,
      text: maintenanceNotes.text,
      by: sql<string>`trim(${people.name} || ' ' || ${people.surname})`,
    })
    .from(maintenanceNotes)
    .innerJoin(people, eq(people.id, maintenanceNotes.addedBy))
    .where(
      or(eq(maintenanceNotes.addedBy, id), inArray(maintenanceNotes.requestId, requestsOf(db, id))),
    )
    .orderBy(maintenanceNotes.id)
    .all();

export const personal: Personal = {
  tables: [
    personalTable(
      maintenanceRequests,
      { residentId: "id", assignedTo: "id" },
      [{ exported: true, retained: building }, "id", "residentId", "maintenanceType", "roomNumber"],
      [{ exported: true, retained: building }, "date", "description", "status", "loggedAt"],
      [{ exported: true, retained: building }, "step", "priority", "dueOn"],
      [{ exported: true, erased: "deleted" }, "ratingComment"],
      [{ exported: true, retained: building }, "assignedTo", "saidOn", "place"],
      [{ notExported: ofNeighbour, retained: building }, "joinedTo"],
    ),
    personalTable(
      maintenanceStatusChanges,
      { changedBy: "id" },
      [{ exported: true, retained: building }, "id", "requestId", "status", "changedAt"],
      [{ notExported: byName, retained: building }, "changedBy"],
    ),
    // Their own words about their own requests go; what others answered tells what was done.
    personalTable(maintenanceNotes, { addedBy: "id" }, [
      { exported: true, erased: "deleted" },
      "id",
      "requestId",
      "addedBy",
      "addedAt",
      "text",
    ]),
    // Whoever asks for these under POPIA section 23 gets an answer from the trustees, who first look
    // for what is about somebody else.
    personalTable(
      internalNotes,
      { addedBy: "id" },
      [{ notExported: workNotes, erased: "deleted" }, "id", "requestId", "addedBy"],
      [{ notExported: workNotes, erased: "deleted" }, "addedAt", "text"],
    ),
  ],
  names: [
    {
      id: maintenanceRequests.id,
      name: sql`${maintenanceRequests.maintenanceType} || ', ' || ${maintenanceRequests.roomNumber}`,
    },
  ],
  exportFor: (db, { id }) => ({
    maintenanceRequests: rowsOf(
      db,
      maintenanceRequests,
      maintenanceRequests.residentId,
      id,
      exportedColumns,
    ),
    maintenanceHistory: historiesOf(db, id),
    maintenanceNotes: notesForExport(db, id),
  }),
  erase: (db, { id }) => {
    const { addedBy, requestId } = maintenanceNotes;
    const about = requestsOf(db, id);
    db.update(maintenanceRequests)
      .set({ ratingComment: null })
      .where(eq(maintenanceRequests.residentId, id))
      .run();
    db.delete(maintenanceNotes)
      .where(and(eq(addedBy, id), inArray(requestId, about)))
      .run();
    db.delete(internalNotes).where(inArray(internalNotes.requestId, about)).run();
    const { kind, subjectId } = attachments;
    db.delete(attachments)
      .where(and(eq(kind, "internalFiles"), inArray(subjectId, about)))
      .run();
  },
};
