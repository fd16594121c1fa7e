import * as z from "zod";
import { day, id, line, optionalLine, orNothing } from "../../../platform/validation/schema.ts";
import { floorArea, typedArea } from "../schema.ts";

/** The kinds of areas that belong to a unit's use besides its section. */
export const areaKinds = ["parking", "store room", "garden", "other"] as const;
export type AreaKind = (typeof areaKinds)[number];

/**
 * Why the unit alone may use it: a right registered under section 27 of the Sectional Titles Act, a
 * rule of the scheme, or nothing but an arrangement. A register keeps them apart (PMR 27(2)(c)).
 */
export const areaRights = ["section 27", "rule", "arrangement"] as const;
export type AreaRight = (typeof areaRights)[number];

const areaFields = z.strictObject({
  unitId: id,
  kind: z.enum(areaKinds),
  label: line(40),
  floorArea: floorArea.optional(),
  right: z.enum(areaRights),
  reference: optionalLine(120),
  since: orNothing(day),
});

const isNamed = ({ right, reference }: { right: AreaRight; reference?: string | undefined }) =>
  !(right === "section 27" || right === "rule") || Boolean(reference);
const notNamed = {
  path: ["reference"],
  message: "must not be empty, unless it is only an arrangement",
  // Also when other fields are wrong, so that a form shows everything at once.
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

/** An area that a unit uses from a day on, from the beginning if there is none. */
export const newArea = areaFields.refine(isNamed, notNamed);

/** The same with the floor area as typed. */
export const typedNewArea = areaFields.extend({ floorArea: typedArea }).refine(isNamed, notNamed);
export type NewArea = z.output<typeof newArea>;

/** The last day of an area's use by its unit. */
export const areaEnding = z.strictObject({ areaId: id, until: day });
export type AreaEnding = z.output<typeof areaEnding>;
