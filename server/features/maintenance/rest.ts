import * as z from "zod";
import { adapter, forPrograms } from "../../api/rest.ts";
import { orNothing } from "../../platform/validation/schema.ts";
import { maintenanceTypes } from "../people/schema.ts";
import { procedures } from "./router.ts";
import { type MaintenanceStatus, maintenanceStatuses, newRequest } from "./schema.ts";
import type { requestById } from "./service.ts";

const request = z.strictObject({
  id: z.string(),
  userId: z.string(),
  maintenanceType: z.enum(maintenanceTypes),
  roomNumber: z.string(),
  date: z.iso.date(),
  Description: z.string(),
  Status: z.enum(maintenanceStatuses),
});

const toWire = (row: ReturnType<typeof requestById>) => ({
  id: row.id,
  userId: row.residentId,
  maintenanceType: row.maintenanceType,
  roomNumber: row.roomNumber,
  date: row.date,
  Description: row.description,
  Status: row.status,
});

/** A resident's own, who is not named in it. */
const withoutUser = (row: Parameters<typeof toWire>[0]) => {
  const { userId: _, ...report } = toWire(row);
  return report;
};

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
  adapter("GET /resident/reports/:profileId", {
    summary: "A resident's own maintenance requests, newest first.",
    answer: z.array(request.omit({ userId: true })),
    errors: ["auth.not_yours", "people.unknown"],
    procedure: procedures.resident.mine,
    input: ({ params }) => params,
    row: withoutUser,
  }),
]);
