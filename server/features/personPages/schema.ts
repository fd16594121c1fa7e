import * as z from "zod";
import { email, id, shownVersion } from "../../platform/validation/schema.ts";
import {
  hasSurname,
  personSchemas,
  surnameMissing,
  typedKind,
  typedShare,
} from "../people/schema.ts";

/**
 * A person's details as an admin corrects them. A field that is left out becomes empty, but for the
 * ID number, which the form does not show: it stays.
 */
export const correction = z.strictObject({
  personId: id,
  version: shownVersion,
  /** The address only where it does not come from the units they have. */
  ...personSchemas,
  /** Whether they are a company or trust; if it is left out, they stay what they are. */
  juristic: z.boolean().optional(),
  /** Whether those who sign in with the same email may be told to use their username. */
  shareEmail: z.boolean().optional(),
});
export type Correction = z.output<typeof correction>;

/** A form's correction: the choices are words. Whoever signs in is a person, and is not asked. */
const typed = correction.extend({ juristic: typedKind.optional(), shareEmail: typedShare });

/** Whether somebody keeps an email: who signs in, unless they got their login on paper without one. */
export const keepsEmail = ({ signsIn, email }: { signsIn: boolean; email: string }): boolean =>
  signsIn && email !== "";

/** The same for somebody: only a company or trust has no surname, and who signs in has an email. */
export const typedCorrection = (stored: Parameters<typeof keepsEmail>[0]) =>
  typed
    .extend({ email: keepsEmail(stored) ? email : typed.shape.email })
    .refine(hasSurname, surnameMissing);

/** Two entries of the register that are the same person, and which of them stays. */
export const merge = z.strictObject({ staysId: id, goesId: id });
export type Merge = z.output<typeof merge>;
