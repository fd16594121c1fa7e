import * as z from "zod";
import { id, text } from "../../../platform/validation/schema.ts";
import { fineStatuses } from "../schema.ts";

/** `from` is the status that the screen showed. If it has changed since, the server refuses. */
export const withdrawal = z.strictObject({
  fineId: id,
  reason: text(300),
  from: z.enum(fineStatuses).optional(),
});
export type Withdrawal = z.output<typeof withdrawal>;

export const decidedFine = z.strictObject({ fineId: id });
