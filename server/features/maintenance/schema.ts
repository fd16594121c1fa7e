import * as z from "zod";
import { listSearch } from "../../platform/lists/schema.ts";
import {
  day,
  id,
  line,
  ofProfile,
  orNothing,
  page,
  text,
} from "../../platform/validation/schema.ts";
import { maintenanceTypes } from "../people/schema.ts";

export const maintenanceStatuses = ["Open", "Closed"] as const;
export type MaintenanceStatus = (typeof maintenanceStatuses)[number];

/** The trade that a request is for. Where its resident is not sure, an admin chooses it. */
export const requestTypes = [...maintenanceTypes, "Not sure"] as const;
export type RequestType = (typeof requestTypes)[number];

/** How far an open request is. */
export const steps = ["new", "acknowledged", "planned", "waiting", "in progress"] as const;
export type Step = (typeof steps)[number];

export const priorities = ["normal", "urgent"] as const;
export type Priority = (typeof priorities)[number];

/** On the common property, or inside a section: it says who normally pays. */
export const places = ["common", "section"] as const;
export type Place = (typeof places)[number];

/** The stage of a photo: it shows what is broken, or what was done. */
export const stages = ["before", "after"] as const;
export type Stage = (typeof stages)[number];

/** A resident who has no unit any more reads this when they report something, and before that. */
export const noUnitRefusal =
  "The register has no unit of yours in this building any more, so who has it now reports what is broken. If that is wrong, tell the trustees.";

/** The fields that a resident fills in. The server sets the status and the resident. */
export const newRequest = z.strictObject({
  ...ofProfile.shape,
  maintenanceType: z.enum(requestTypes),
  roomNumber: line(40),
  date: day,
  description: text(2000),
  place: orNothing(z.enum(places)),
});
export type NewRequest = z.output<typeof newRequest>;

export const requestsOfResident = z.strictObject({ ...ofProfile.shape, ...page.shape });

/** `mine`: only requests of the staff member's own trade. */
const ofTrade = { ...ofProfile.shape, type: z.enum(["all", "mine"]).default("all") };
export const requestsForStaff = z.strictObject({ ...ofTrade, ...page.shape });
export const searchForStaff = z.strictObject({ ...ofTrade, ...listSearch.shape });

/**
 * `from` is the status that the screen showed. If it has changed since, the server refuses. `note`:
 * what was done, which the resident reads.
 */
export const requestStatusChange = z.strictObject({
  ...ofProfile.shape,
  requestId: id,
  status: z.enum(maintenanceStatuses),
  from: z.enum(maintenanceStatuses).optional(),
  note: orNothing(text(2000)),
});
export type RequestStatusChange = z.output<typeof requestStatusChange>;

/** The same from an admin, who acts in their own name. */
export const requestDecision = requestStatusChange.omit({ profileId: true });

export const oneRequest = z.strictObject({ requestId: id });

/** `internal`: only staff and admins read it, and only they may write it. */
export const newNote = z.strictObject({
  requestId: id,
  text: text(2000),
  internal: z.boolean().optional(),
});
export type NewNote = z.output<typeof newNote>;

/** A field that is left out stays as it is; `null` takes the person or the day away. */
export const requestPlan = z.strictObject({
  ...ofProfile.shape,
  requestId: id,
  step: z.enum(steps).optional(),
  priority: z.enum(priorities).optional(),
  assignedTo: id.nullish(),
  dueOn: day.nullish(),
});

/** The same from an admin, who acts in their own name, and says whose trade it is. */
export const requestPlanOfAdmin = requestPlan.omit({ profileId: true }).extend({
  maintenanceType: z.enum(maintenanceTypes, "must be a trade").optional(),
});
export type RequestPlanOfAdmin = z.output<typeof requestPlanOfAdmin>;

/** `sameAsId`: the request that was reported first; null takes the two apart again. */
export const joining = z.strictObject({
  ...ofProfile.shape,
  requestId: id,
  sameAsId: id.nullable(),
});
export type Joining = z.output<typeof joining>;

/** The same from an admin, who acts in their own name. */
export const joiningOfAdmin = joining.omit({ profileId: true });

/** A resident's note that a closed request is not mended. */
export const notFixed = z.strictObject({ ...ofProfile.shape, requestId: id, text: text(2000) });
export type NotFixed = z.output<typeof notFixed>;

export const requestRating = z.strictObject({
  ...ofProfile.shape,
  requestId: id,
  stars: z.int("must be a whole number from 1 to 5").min(1).max(5),
  comment: orNothing(text(1000)),
});
export type RequestRating = z.output<typeof requestRating>;

export const requestPhoto = z.object({
  stage: orNothing(z.enum(stages, "must be before or after")).transform(
    (stage) => stage ?? "before",
  ),
});

export const onePhoto = z.strictObject({ requestId: id, photoId: id });
export type OnePhoto = z.output<typeof onePhoto>;

export const oneInternalFile = z.strictObject({ requestId: id, internalFileId: id });
export type OneInternalFile = z.output<typeof oneInternalFile>;

/** The same as forms have them, where every value is a text and an empty one takes it away. */
export const typedPlan = requestPlanOfAdmin.extend({
  maintenanceType: orNothing(z.enum(maintenanceTypes)),
  assignedTo: z.string().transform((value) => value || null),
  dueOn: z.union([z.literal("").transform(() => null), day]),
});
export const typedJoining = joiningOfAdmin.extend({
  sameAsId: z.string().min(1, "must be chosen"),
});
export const typedRating = requestRating.extend({
  stars: z.coerce.number().pipe(z.int().min(1, "must be chosen").max(5)),
});
