import { eq, getTableColumns, sql } from "drizzle-orm";
import { newId } from "../../database/columns.ts";
import { type Db, prepared } from "../../database/open.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../platform/audit/audit.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import { fullNamesOf } from "../people/service.ts";
import { maintenanceError } from "./errors.ts";
import type { NewNote } from "./schema.ts";
import { joinedTo, type Reader, requestFor, tellOfRequest, tellStaffOfRequest } from "./service.ts";
import { internalNotes, maintenanceNotes, maintenanceRequests as requests } from "./table.ts";

/** The most notes that are shown of one request. */
const mostNotes = 500;

const newestOf = (table: typeof maintenanceNotes | typeof internalNotes) =>
  prepared((db) =>
    db
      .select(getTableColumns(table))
      .from(table)
      .where(eq(table.requestId, sql.placeholder("requestId")))
      .orderBy(sql`${table.id} DESC`)
      .limit(mostNotes),
  );
const newestNotes = newestOf(maintenanceNotes);
const newestInternalNotes = newestOf(internalNotes);

/** The notes of a request, oldest first; of very many the newest. A resident gets no internal ones. */
export function notesOf(db: Db, reader: Reader, requestId: string) {
  const forAll = newestNotes(db).all({ requestId });
  if (reader.role === "Resident") return named(db, forAll);
  const internal = newestInternalNotes(db).all({ requestId });
  return named(db, [
    ...forAll.map((note) => ({ ...note, internal: false })),
    ...internal.map((note) => ({ ...note, internal: true })),
  ]);
}

interface StoredNote {
  id: string;
  addedBy: string;
  addedAt: string;
  text: string;
  internal?: boolean;
}

function named(db: Db, notes: readonly StoredNote[]) {
  const names = fullNamesOf(
    db,
    notes.map(({ addedBy }) => addedBy),
  );
  return notes
    .map(({ id, addedBy, addedAt, text, internal }) => ({
      id,
      at: addedAt,
      by: names.get(addedBy) ?? "",
      text,
      ...(internal !== undefined && { internal }),
    }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Adds a note in the caller's transaction, by default one that everybody with the request reads. */
export function insertNote(
  db: Db,
  by: Actor & { accountId: string },
  { requestId, text }: Pick<NewNote, "requestId" | "text">,
  now: Moment,
  table: typeof maintenanceNotes | typeof internalNotes = maintenanceNotes,
): string {
  const id = newId();
  db.insert(table).values({ id, requestId, text, addedBy: by.accountId, addedAt: now.at }).run();
  return id;
}

/** Adds a note of staff or an admin for a request's resident, in the caller's transaction, and tells them. */
export function insertAnswer(
  db: Db,
  by: Actor & { accountId: string },
  request: Parameters<typeof tellOfRequest>[2],
  text: string,
  now: Moment,
): string {
  const noteId = insertNote(db, by, { requestId: request.id, text }, now);
  db.update(requests).set({ saidOn: now.today }).where(eq(requests.id, request.id)).run();
  tellOfRequest(db, by, request, now);
  return noteId;
}

/**
 * Adds a note to a request, and tells those who may read it. What staff and admins answer the
 * resident, those whose requests are joined to it read too.
 * @throws maintenance.unknown, maintenance.internal
 */
export function addNote(
  db: Db,
  by: Actor & { accountId: string },
  author: Reader,
  { requestId, text, internal = false }: NewNote,
  now: Moment,
): { id: string } {
  const request = requestFor(db, author, requestId);
  if (internal && author.role === "Resident")
    throw maintenanceError("maintenance.internal", { field: "internal" });
  const insert = (): string => {
    if (internal) {
      tellStaffOfRequest(db, by, requestId, now);
      return insertNote(db, by, { requestId, text }, now, internalNotes);
    }
    if (author.role !== "Resident") {
      for (const other of joinedTo(db, requestId)) insertAnswer(db, by, other, text, now);
      return insertAnswer(db, by, request, text, now);
    }
    tellOfRequest(db, by, request, now);
    return insertNote(db, by, { requestId, text }, now);
  };
  const once = { action: "maintenance.note", input: { requestId, text, internal } };
  const id = createOnce(db, by, now.at, once, () => {
    const noteId = insert();
    // Without its text, which people read in the request, and some must not read.
    const after = { requestId, internal };
    recordChange(db, by, now.at, { action: "maintenance.note", subjectId: noteId, after });
    return noteId;
  });
  return { id };
}
