import { eq } from "drizzle-orm";
import { type Db, write } from "../../database/open.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { type Day, dayOf, type Moment } from "../../platform/clock/clock.ts";
import { attachmentsError } from "../attachments/errors.ts";
import {
  attachmentById,
  numbered,
  removeAttachment,
  shownOf,
  storedFilesOf,
} from "../attachments/service.ts";
import { attachments } from "../attachments/table.ts";
import { fullName, fullNamesOf, personEver } from "../people/service.ts";
import { unitOfRow } from "../units/occupancy/rowsAbout.ts";
import { labelOf } from "../units/occupancy/service.ts";
import { maintenanceError } from "./errors.ts";
import { joinsOf } from "./joining.ts";
import { notesOf } from "./notes.ts";
import { assignees } from "./planning.ts";
import type { OneInternalFile, OnePhoto } from "./schema.ts";
import { type Reader, requestFor, tellOfRequest, tellStaffOfRequest } from "./service.ts";
import { historyOf } from "./status.ts";

type Request = ReturnType<typeof requestFor>;

/** The building's day, and its time zone. */
interface PageAt {
  today: Day;
  timeZone: string;
}

/**
 * A request with its notes, photos and history. Staff and admins also get whom to ask about it,
 * the unit of the register that it is about, if one is, who may have it, and the internal files.
 * @throws maintenance.unknown
 */
export function requestPage(db: Db, reader: Reader, requestId: string, at: PageAt) {
  const found = requestFor(db, reader, requestId);
  const { joinedTo: _, ...request } = found;
  const assignee = request.assignedTo ? personEver(db, request.assignedTo) : undefined;
  return {
    ...request,
    assigneeName: assignee ? fullName(assignee) : "",
    notes: notesOf(db, reader, requestId),
    photos: photosOf(db, reader, requestId),
    history: historyOf(db, reader, requestId),
    about: reader.role === "Resident" ? null : aboutOf(db, reader, found, at),
  };
}

/** Called by their number: what somebody called a photo may say who made it, or where. */
function photosOf(db: Db, reader: Reader, requestId: string) {
  const photos = numbered("requestPhotos", storedFilesOf(db, "requestPhotos", requestId));
  const names = fullNamesOf(
    db,
    photos.map(({ addedBy }) => addedBy),
  );
  return photos.map((photo) => ({
    ...shownOf(photo),
    stage: photo.stage ?? "before",
    by: names.get(photo.addedBy) ?? "",
    canBeRemoved: mayRemove(reader, photo),
  }));
}

const mayRemove = ({ id, role }: Reader, { addedBy }: { addedBy: string }): boolean =>
  role === "Admin" || addedBy === id;

/** One of these photos, to send it. @throws maintenance.unknown, attachments.unknown */
export function photoOf(db: Db, reader: Reader, requestId: string, photoId: string) {
  const { id } = requestFor(db, reader, requestId);
  const photo = attachmentById(db, "requestPhotos", photoId, eq(attachments.subjectId, id));
  const { fileName } = photosOf(db, reader, id).find((each) => each.id === photo.id) ?? photo;
  return { ...photo, fileName };
}

/**
 * Takes a photo away; who added it may, and admins.
 * @throws maintenance.unknown, maintenance.not_your_photo, attachments.unknown
 */
export function removePhoto(
  db: Db,
  by: Actor,
  reader: Reader,
  { requestId, photoId }: OnePhoto,
  now: Moment,
): void {
  write(db, () => {
    const request = requestFor(db, reader, requestId);
    const photo = photoOf(db, reader, requestId, photoId);
    if (!mayRemove(reader, photo)) throw maintenanceError("maintenance.not_your_photo");
    removeAttachment(db, by, "requestPhotos", photo.id, now);
    tellOfRequest(db, by, request, now);
  });
}

/** @throws maintenance.unknown, attachments.unknown: also for every resident */
export function internalFileOf(db: Db, reader: Reader, requestId: string, internalFileId: string) {
  const { id } = requestFor(db, reader, requestId);
  if (reader.role === "Resident") throw attachmentsError("internalFiles", "unknown");
  return attachmentById(db, "internalFiles", internalFileId, eq(attachments.subjectId, id));
}

/**
 * Takes an internal file away; who added it may, and admins.
 * @throws maintenance.unknown, maintenance.not_your_photo, attachments.unknown
 */
export function removeInternalFile(
  db: Db,
  by: Actor,
  reader: Reader,
  { requestId, internalFileId }: OneInternalFile,
  now: Moment,
): void {
  write(db, () => {
    const file = internalFileOf(db, reader, requestId, internalFileId);
    if (!mayRemove(reader, file)) throw maintenanceError("maintenance.not_your_photo");
    removeAttachment(db, by, "internalFiles", file.id, now);
    tellStaffOfRequest(db, by, requestId, now);
  });
}

function aboutOf(db: Db, reader: Reader, request: Request, { today, timeZone }: PageAt) {
  const { residentId, roomNumber, loggedAt } = request;
  const person = personEver(db, residentId);
  if (!person) return null;
  const { id, email, cellPhone, telephone, removedAt } = person;
  const day = dayOf(new Date(loggedAt), timeZone);
  const unitId = unitOfRow(db)({ person: residentId, room: roomNumber, day });
  return {
    reporter: { id, name: fullName(person), email, cellPhone, telephone, isRemoved: !!removedAt },
    unit: unitId ? { id: unitId, label: labelOf(db, unitId) ?? "" } : null,
    assignees: assignees(db, today),
    internalFiles: storedFilesOf(db, "internalFiles", request.id).map((file) => ({
      ...shownOf(file),
      canBeRemoved: mayRemove(reader, file),
    })),
    ...joinsOf(db, request),
  };
}
