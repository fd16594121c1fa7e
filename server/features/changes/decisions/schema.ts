import * as z from "zod";
import { id, orNothing, text } from "../../../platform/validation/schema.ts";
import { newPerson, typedPerson } from "../../people/schema.ts";
import { typedQuota } from "../../units/quotas/schema.ts";
import { transfer, transferChoices } from "../../units/transfers/schema.ts";

const { unitId: _, voter: __, endSignIn: ___, ...ofTransfer } = transfer.shape;
const owner = ofTransfer.owners.element;

/**
 * An admin's confirmation: the day, and the person. With `personId` somebody of the
 * register, else `person` is added to it. Owners who keep a share are in `owners`.
 */
export const confirmation = z.strictObject({
  ...ofTransfer,
  noticeId: id,
  personId: orNothing(id),
  person: newPerson.optional(),
  /** The new owner's, beside others. */
  share: owner.shape.share,
  owners: z.array(owner).max(19, "must be at most 19 owners").default([]),
  /** The entry of the person whose time in the unit ends. */
  partyId: orNothing(id),
});
export type Confirmation = z.output<typeof confirmation>;

/** A form's confirmation: the choices are words, and a share is a typed percentage. */
export const typedConfirmation = z
  .strictObject({
    ...confirmation.shape,
    ...transferChoices,
    /** Whether who comes is in the register already. */
    who: z.enum(["new", "known"]).optional(),
    person: typedPerson.optional(),
    share: typedQuota,
    owners: z.undefined().optional(),
  })
  .superRefine(({ who, personId }, context) => {
    if (who === "known" && !personId)
      context.addIssue({ code: "custom", path: ["personId"], message: "must not be empty" });
  })
  .transform(({ who: _, staying, owners: __, ...entry }): Confirmation => {
    return { ...entry, owners: staying };
  });

export const refusal = z.strictObject({ noticeId: id, reason: text(300) });
export type Refusal = z.output<typeof refusal>;
