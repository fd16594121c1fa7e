import * as z from "zod";
import { cents } from "../../platform/money/schema.ts";
import { day, id, named, page, text } from "../../platform/validation/schema.ts";

export const fineTypes = [
  "Late Rent",
  "Overdue Fees",
  "Maintenance Violation",
  "Lease Violation",
] as const;

/** As stored and shown; the dots belong to the word. */
export const fineStatuses = ["Unpaid", "Paid", "Pending..."] as const;
export type FineStatus = (typeof fineStatuses)[number];

/** What an admin fills in. Status and issue time are the server's to set. */
export const newFine = z.strictObject({
  residentId: id,
  type: z.enum(fineTypes),
  amountCents: cents,
  dueDate: day,
  reason: text(500),
});
export type NewFine = z.output<typeof newFine>;

/** `from` is the status the screen showed; when it is not that any more, the change is refused. */
export const fineStatusChange = z.strictObject({
  fineId: id,
  status: z.enum(fineStatuses),
  from: z.enum(fineStatuses).optional(),
});
export type FineStatusChange = z.output<typeof fineStatusChange>;

export const owing = newFine.pick({ residentId: true });
export const oneFine = z.strictObject({ ...named.shape, fineId: id });
export const finesOfResident = z.strictObject({ ...named.shape, ...page.shape });
