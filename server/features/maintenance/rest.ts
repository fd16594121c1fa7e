import * as z from "zod";
import { adapter, done, forPrograms } from "../../api/rest.ts";
import { orNothing } from "../../platform/validation/schema.ts";
import { personalAbout } from "../attachments/personal.ts";
import { downloadOf, uploadOf } from "../attachments/upload.ts";
import type { ListedRequest } from "./list.ts";
import { internalFileOf, photoOf, type requestPage } from "./page.ts";
import { procedures } from "./router.ts";
import {
  type MaintenanceStatus,
  maintenanceStatuses,
  newNote,
  newRequest,
  priorities,
  requestPhoto,
  requestPlan,
  requestRating,
  requestTypes,
  stages,
  steps,
} from "./schema.ts";
import { requestById, requestFor, tellOfRequest, tellStaffOfRequest } from "./service.ts";
import { maintenanceRequests } from "./table.ts";

const request = z.strictObject({
  id: z.string(),
  userId: z.string(),
  maintenanceType: z.enum(requestTypes),
  roomNumber: z.string(),
  date: z.iso.date(),
  Description: z.string(),
  Status: z.enum(maintenanceStatuses),
});

const toWire = (row: ListedRequest) => ({
  id: row.id,
  userId: row.residentId,
  maintenanceType: row.maintenanceType,
  roomNumber: row.roomNumber,
  date: row.date,
  Description: row.description,
  Status: row.status,
});

/** A resident's own, who is not named in it. */
const withoutUser = (row: ListedRequest) => {
  const { userId: _, ...report } = toWire(row);
  return report;
};

const requestFile = request.omit({ userId: true }).extend({
  step: z.enum(steps),
  priority: z.enum(priorities),
  assignedTo: z.string().nullable(),
  dueOn: z.iso.date().nullable(),
  notes: z.array(
    z.strictObject({
      id: z.string(),
      at: z.iso.datetime(),
      by: z.string(),
      text: z.string(),
      internal: z.boolean().optional(),
    }),
  ),
  photos: z.array(
    z.strictObject({
      id: z.string(),
      at: z.iso.datetime(),
      by: z.string(),
      stage: z.enum(stages),
    }),
  ),
  rating: z.strictObject({ stars: z.int(), comment: z.string() }).nullable(),
});

const fileToWire = (page: ReturnType<typeof requestPage>) => ({
  ...withoutUser(page),
  step: page.step,
  priority: page.priority,
  assignedTo: page.assignedTo,
  dueOn: page.dueOn,
  notes: page.notes,
  photos: page.photos.map(({ id, addedAt, by, stage }) => ({ id, at: addedAt, by, stage })),
  rating: page.stars === null ? null : { stars: page.stars, comment: page.ratingComment ?? "" },
});

const names = { description: "Description", profileId: "userId", status: "newStatus" };
const { shape } = newRequest;

export const rest = forPrograms([
  adapter("GET /admin/allmaintenance", {
    summary: "Every maintenance request of the building, newest first.",
    answer: z.array(request),
    procedure: procedures.admin.all,
    row: toWire,
  }),
  adapter("GET /staff/maintenance/:profileId", {
    summary:
      "Every maintenance request. With type=mine, only those of the staff member's own trade.",
    query: z.object({ type: z.enum(["all", "mine"]).optional() }),
    answer: z.array(request),
    errors: ["auth.not_yours", "people.unknown"],
    procedure: procedures.staff.all,
    input: ({ params, query }) => ({ ...params, ...query }),
    row: toWire,
  }),
  adapter("PUT /staff/maintenance/UpdateStatus/:requestId/:newStatus", {
    summary: "Opens or closes a request, and answers it as it is now.",
    answer: request,
    errors: ["maintenance.unknown"],
    procedure: procedures.staff.setStatus,
    // The procedure's own schema accepts only Open and Closed.
    input: ({ params }) => ({
      requestId: params.requestId,
      status: params.newStatus as MaintenanceStatus,
    }),
    output: toWire,
    names,
  }),
  adapter("POST /resident/maintenance", {
    summary:
      "Logs a maintenance request. It starts Open and belongs to the caller; an admin may name another person.",
    body: z.strictObject({
      maintenanceType: shape.maintenanceType,
      roomNumber: shape.roomNumber,
      date: shape.date,
      Description: shape.description,
      Status: z.unknown().optional(),
      userId: orNothing(shape.profileId),
    }),
    answer: request,
    status: 201,
    creates: true,
    errors: ["auth.not_yours", "people.unknown", "maintenance.day_too_far", "maintenance.no_unit"],
    procedure: procedures.resident.log,
    input: ({ body: { maintenanceType, roomNumber, date, Description, userId } }) => ({
      maintenanceType,
      roomNumber,
      date,
      description: Description,
      ...(userId !== undefined && { profileId: userId }),
    }),
    output: toWire,
    names,
  }),
  adapter("GET /requests/:requestId", {
    summary:
      "A request with its notes and photos, for its resident, staff and admins. Residents get no internal notes.",
    answer: requestFile,
    errors: ["maintenance.unknown"],
    procedure: procedures.member.one,
    input: ({ params }) => params,
    output: fileToWire,
  }),
  adapter("PATCH /requests/:requestId", {
    summary:
      "Says how far an open request is, how urgent, who has it and for which day it is planned. What is left out stays; null takes it away.",
    body: requestPlan.omit({ requestId: true, profileId: true }),
    answer: requestFile,
    errors: [
      ...(["maintenance.unknown", "maintenance.closed"] as const),
      ...(["maintenance.nobody_for_it", "maintenance.due_day"] as const),
    ],
    procedure: procedures.staff.plan,
    forAdmins: procedures.admin.plan,
    input: ({ params, body }) => ({ ...params, ...body }),
    output: fileToWire,
  }),
  adapter("POST /requests/:requestId/notes", {
    summary:
      "Adds a note for everybody with the request; or an internal one, which only staff and admins write and read.",
    body: newNote.omit({ requestId: true }),
    answer: z.strictObject({ id: z.string() }),
    status: 201,
    errors: ["maintenance.unknown", "maintenance.internal", "request.key_reused"],
    procedure: procedures.member.addNote,
    input: ({ params, body }) => ({ ...params, ...body }),
  }),
  adapter("POST /requests/:requestId/rating", {
    summary: "What a resident thinks of how their closed request was dealt with: 1 to 5 stars.",
    body: requestRating.omit({ requestId: true, profileId: true }),
    answer: done,
    errors: ["maintenance.unknown", "maintenance.open"],
    procedure: procedures.resident.rate,
    input: ({ params, body }) => ({ ...params, ...body }),
    output: () => ({ message: "Thank you. Your rating is kept." }),
  }),
  uploadOf("POST /requests/:requestId/photos", "requestPhotos", {
    summary: "Adds a photo of what is broken, or of what was done: JPEG, PNG, WebP or HEIC.",
    admission: { for: "member" },
    to: ({ db, account }, { requestId = "" }) => requestFor(db, account, requestId).id,
    told: ({ db, now }, by, id) => tellOfRequest(db, by, requestById(db, id), now()),
    fields: requestPhoto,
    status: 201,
    message: "Photo added",
    errors: ["maintenance.unknown"],
    personal: personalAbout("requestPhotos", {
      id: maintenanceRequests.id,
      person: maintenanceRequests.residentId,
      fileName: "request-photo",
    }),
  }),
  downloadOf("GET /requests/:requestId/photos/:photoId", {
    summary: "A photo of a request, without what the camera noted in it.",
    admission: { for: "member" },
    errors: ["maintenance.unknown"],
    find: ({ db, account }, photoId, { requestId = "" }) =>
      photoOf(db, account, requestId, photoId),
  }),
  uploadOf("POST /requests/:requestId/internal-files", "internalFiles", {
    creates: true,
    summary:
      "Adds a photo or a PDF, such as a quote, that only staff and admins get: PDF, JPEG, PNG, WebP or HEIC.",
    admission: { for: "Staff" },
    to: ({ db, account }, { requestId = "" }) => requestFor(db, account, requestId).id,
    told: ({ db, now }, by, id) => tellStaffOfRequest(db, by, id, now()),
    status: 201,
    message: "File added",
    errors: ["maintenance.unknown"],
  }),
  downloadOf("GET /requests/:requestId/internal-files/:internalFileId", {
    summary: "An internal file of a request.",
    admission: { for: "Staff" },
    errors: ["maintenance.unknown"],
    find: ({ db, account }, internalFileId, { requestId = "" }) =>
      internalFileOf(db, account, requestId, internalFileId),
  }),
  adapter("GET /resident/reports/:profileId", {
    summary: "A resident's own maintenance requests, newest first.",
    answer: z.array(request.omit({ userId: true })),
    errors: ["auth.not_yours", "people.unknown"],
    procedure: procedures.resident.mine,
    input: ({ params }) => params,
    row: withoutUser,
  }),
]);
