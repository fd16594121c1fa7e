import * as z from "zod";
import {
  cellPhone,
  email,
  id,
  line,
  optionalLine,
  orNothing,
  shownVersion,
  text,
} from "../../../platform/validation/schema.ts";

/** A person's details as an admin corrects them. What is left out becomes empty. */
export const correction = z.strictObject({
  personId: id,
  version: shownVersion,
  name: line(80),
  surname: optionalLine(80),
  email: orNothing(email),
  cellPhone: orNothing(cellPhone),
  telephone: orNothing(cellPhone),
  /** Only where it does not come from the units they have. */
  address: optionalLine(80),
  serviceAddress: z.union([text(300), z.literal("")]).optional(),
  /** Whether those who sign in with the same email may be told to use their username. */
  shareEmail: z.boolean().optional(),
});
export type Correction = z.output<typeof correction>;

/** A form's correction: the answer whether they share the email is a word. */
const typed = correction.extend({
  shareEmail: z
    .enum(["no", "yes"])
    .optional()
    .transform((answer) => answer === "yes"),
});

/** The same for somebody: only a company or trust has no surname, and who signs in has an email. */
export const typedCorrection = ({ juristic, signsIn }: { juristic: boolean; signsIn: boolean }) =>
  typed.extend({
    surname: juristic ? typed.shape.surname : line(80),
    email: signsIn ? email : typed.shape.email,
  });
