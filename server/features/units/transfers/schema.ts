import * as z from "zod";
import { day, id, orNothing } from "../../../platform/validation/schema.ts";
import { share } from "../occupancy/schema.ts";
import { typedQuota } from "../quotas/schema.ts";

const few = z.array(id).max(20, "must be at most 20 entries").default([]);

/** A unit that changes hands: the owners of the day before leave, and these come. */
export const transfer = z.strictObject({
  unitId: id,
  /** The day of registration, on which the unit is the new owners'. */
  on: day,
  /** The owners from that day: the new ones, and those of the old who keep a share. */
  owners: z
    .array(z.strictObject({ personId: id, share: share.optional() }))
    .min(1, "must name at least one new owner")
    .max(20, "must be at most 20 owners"),
  /** The owner who votes, if there are several. */
  voter: orNothing(id),
  /** Whether the owners who leave also stop living there. */
  moveOut: z.boolean().default(false),
  /** Whether the new owners live there from that day. */
  moveIn: z.boolean().default(false),
  /** Entries of agents, bondholders and tenants that end with the sale. */
  endParties: few,
  /** Parking bays and other areas that do not pass to the new owners. */
  endAreas: few,
  /** The bank that has a bond over the unit from that day. */
  bondholder: orNothing(id),
  /** Owners who leave and have nothing else in the building: they can no longer log in, at once. */
  endSignIn: few,
});
export type Transfer = z.output<typeof transfer>;

/** An answer; left out where nobody asks, as nobody moves out of a unit without owners. */
const noOrYes = z
  .enum(["no", "yes"], "must be chosen")
  .optional()
  .transform((answer) => answer === "yes");

/** Answers by the entry's id, turned into the ids of the entries that end. */
const ending = z
  .record(z.string(), z.enum(["stays", "ends"]))
  .default({})
  .transform((answers) => Object.keys(answers).filter((each) => answers[each] === "ends"));

const typedOwners = z
  .array(z.strictObject({ personId: z.string(), share: typedQuota }))
  .superRefine((rows, context) => {
    if (!rows.some(({ personId }) => personId !== ""))
      context.addIssue({ code: "custom", path: [0, "personId"], message: "must not be empty" });
  });

const stayingOwner = z
  .strictObject({ stays: noOrYes, share: typedQuota })
  .refine(({ stays, share }) => !stays || share !== undefined, {
    path: ["share"],
    message: "must not be empty",
  });
const staying = z
  .record(z.string(), stayingOwner)
  .default({})
  .transform((answers) =>
    Object.entries(answers).flatMap(([personId, { stays, share }]) =>
      stays ? [{ personId, share }] : [],
    ),
  );

/** Boxes by the person's id, turned into the ids of those that are ticked. */
const ticked = z
  .record(z.string(), z.boolean())
  .default({})
  .transform((boxes) => Object.keys(boxes).filter((each) => boxes[each]));

/** The choices of a form in which a unit changes hands, as words. */
export const transferChoices = {
  staying,
  moveOut: noOrYes,
  moveIn: noOrYes,
  endParties: ending,
  endAreas: ending,
};

/** A form's transfer: rows without a person are left out, and old owners may stay with a share. */
export const typedTransfer = z
  .strictObject({
    ...transfer.shape,
    ...transferChoices,
    owners: typedOwners,
    endSignIn: ticked,
  })
  .transform(({ owners, staying, ...entry }): Transfer => {
    const come = owners.filter(({ personId }) => personId !== "");
    return { ...entry, owners: [...come, ...staying] };
  });
