import * as z from "zod";
import {
  cellPhone,
  day,
  email,
  id,
  ofProfile,
  optionalLine,
  orNothing,
  page,
  text,
} from "../../../platform/validation/schema.ts";

/** The changes to announce: a new owner, a new tenant, somebody else who moves in, or who moves out. */
export const noticeKinds = ["sale", "tenant", "occupant", "moves out"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** `Withdrawn` by who announced it, the others by an admin. */
export const noticeStates = ["Waiting", "Confirmed", "Refused", "Withdrawn"] as const;
export type NoticeState = (typeof noticeStates)[number];

interface Who {
  kind: NoticeKind;
  name?: string | undefined;
  partyId?: string | undefined;
}

const nameMissing = {
  path: ["name"],
  message: "must not be empty",
  // Also when other fields are wrong, so that a form shows everything at once.
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

const noticeFields = z.strictObject({
  ...ofProfile.shape,
  kind: z.enum(noticeKinds, "must be chosen"),
  unitId: id,
  on: day,
  partyId: orNothing(id),
  /** The whole name of a company or trust. */
  name: optionalLine(80),
  surname: optionalLine(80),
  email: orNothing(email),
  telephone: orNothing(cellPhone),
  note: orNothing(text(500)),
});

const isNamed = ({ kind, name, partyId }: Who) =>
  name !== undefined || (kind === "moves out" && partyId !== undefined);

/** A change that a resident announces. Whoever moves out may be chosen from the register. */
export const newNotice = noticeFields.refine(isNamed, nameMissing);
export type NewNotice = z.output<typeof newNotice>;

/** A form's notice: who moves out is chosen, or is `another` whose name is typed. */
export const typedNotice = noticeFields
  .extend({
    partyId: z
      .string()
      .min(1, "must be chosen")
      .transform((chosen) => (chosen === "another" ? undefined : chosen))
      .optional(),
  })
  .refine(isNamed, nameMissing);

export const notice = z.strictObject({ noticeId: id });
export const ownNotice = z.strictObject({ ...ofProfile.shape, noticeId: id });
export const noticesOfPerson = z.strictObject({ ...ofProfile.shape, ...page.shape });
export const ownUnits = z.strictObject(ofProfile.shape);
