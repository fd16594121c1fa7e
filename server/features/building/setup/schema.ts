import * as z from "zod";
import { token } from "../../../platform/auth/schema.ts";
import { line } from "../../../platform/validation/schema.ts";
import { passwordsDiffer, passwordsMatch, passwordTwice, signUp } from "../../people/schema.ts";

const { name, surname, username, email, cellPhone, idNumber } = signUp.shape;

/** The building's name and its first admin, with the token of the set-up link. */
export const firstAdmin = z
  .strictObject({
    token,
    building: line(80),
    name,
    surname,
    username,
    email,
    cellPhone,
    idNumber,
    ...passwordTwice.shape,
  })
  .refine(passwordsMatch, passwordsDiffer);
export type FirstAdmin = z.output<typeof firstAdmin>;
