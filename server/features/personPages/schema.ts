import * as z from "zod";
import { email, id, line, shownVersion } from "../../platform/validation/schema.ts";
import { correctedFields, personFieldNames, typedShare } from "../people/schema.ts";

export const correctedNames = personFieldNames.filter(
  (name): name is keyof typeof correctedFields => name in correctedFields,
);

/** A person's details as an admin corrects them. What is left out becomes empty. */
export const correction = z.strictObject({
  personId: id,
  version: shownVersion,
  /** The address only where it does not come from the units they have. */
  ...correctedFields,
  /** Whether those who sign in with the same email may be told to use their username. */
  shareEmail: z.boolean().optional(),
});
export type Correction = z.output<typeof correction>;

/** A form's correction: the answer whether they share the email is a word. */
const typed = correction.extend({ shareEmail: typedShare });

/** The same for somebody: only a company or trust has no surname, and who signs in has an email. */
export const typedCorrection = ({ juristic, signsIn }: { juristic: boolean; signsIn: boolean }) =>
  typed.extend({
    surname: juristic ? typed.shape.surname : line(80),
    email: signsIn ? email : typed.shape.email,
  });

/** Two entries of the register that are the same person, and which of them stays. */
export const merge = z.strictObject({ staysId: id, goesId: id });
export type Merge = z.output<typeof merge>;
