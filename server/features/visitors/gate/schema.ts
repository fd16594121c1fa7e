import * as z from "zod";
import { id, numberLine } from "../../../platform/validation/schema.ts";
import { plate } from "../expected/schema.ts";

/** The six digits, also with spaces or dashes between them. */
const code = numberLine(20)
  .transform((typed) => typed.replace(/[\s-]/g, ""))
  .refine((digits) => /^\d{6}$/.test(digits), "must be six digits");

/** `plate`: the number plate that the guard sees, where it is needed. */
export const admission = z.strictObject({ code, plate });
export const admissionById = z.strictObject({ expectedId: id, plate });
export const oneInside = z.strictObject({ visitId: id });
