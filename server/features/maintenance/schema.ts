import * as z from "zod";
import { listSearch } from "../../platform/lists/schema.ts";
import { day, id, line, ofProfile, page, text } from "../../platform/validation/schema.ts";
import { maintenanceTypes } from "../people/schema.ts";

export const maintenanceStatuses = ["Open", "Closed"] as const;
export type MaintenanceStatus = (typeof maintenanceStatuses)[number];

/** A resident who has no unit any more reads this when they report something, and before that. */
export const noUnitRefusal =
  "The register has no unit of yours in this building any more, so who has it now reports what is broken. If that is wrong, tell the trustees.";

/** The fields that a resident fills in. The server sets the status and the resident. */
export const newRequest = z.strictObject({
  ...ofProfile.shape,
  maintenanceType: z.enum(maintenanceTypes),
  roomNumber: line(40),
  date: day,
  description: text(2000),
});
export type NewRequest = z.output<typeof newRequest>;

export const requestsOfResident = z.strictObject({ ...ofProfile.shape, ...page.shape });

/** `mine`: only requests of the staff member's own trade. */
const ofTrade = { ...ofProfile.shape, type: z.enum(["all", "mine"]).default("all") };
export const requestsForStaff = z.strictObject({ ...ofTrade, ...page.shape });
export const searchForStaff = z.strictObject({ ...ofTrade, ...listSearch.shape });

/** `from` is the status that the screen showed. If it has changed since, the server refuses. */
export const requestStatusChange = z.strictObject({
  ...ofProfile.shape,
  requestId: id,
  status: z.enum(maintenanceStatuses),
  from: z.enum(maintenanceStatuses).optional(),
});
export type RequestStatusChange = z.output<typeof requestStatusChange>;

/** The same from an admin, who acts in their own name. */
export const requestDecision = requestStatusChange.omit({ profileId: true });

export const oneRequest = z.strictObject({ requestId: id });
