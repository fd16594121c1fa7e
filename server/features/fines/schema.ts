import * as z from "zod";
import { cents } from "../../platform/money/schema.ts";
import { day, id, ofProfile, page, text } from "../../platform/validation/schema.ts";

/**
 * Fines for paying late have no lawful basis in a sectional title scheme: its remedy is interest at a
 * rate that the trustees resolve in writing (PMR 21(3)(c)). Stoep says so and does not refuse them.
 */
export const kindsOfFine = {
  "Late Rent": { lawful: false },
  "Overdue Fees": { lawful: false },
  "Maintenance Violation": { lawful: true },
  "Lease Violation": { lawful: true },
};
export type FineType = keyof typeof kindsOfFine;
export const fineTypes = Object.keys(kindsOfFine) as FineType[];

/** The statuses as stored and shown; the dots are part of them. */
export const fineStatuses = ["Unpaid", "Paid", "Pending..."] as const;
export type FineStatus = (typeof fineStatuses)[number];

/** The building's own state of a fine that nobody owes any more. Programs never see such a fine. */
export const withdrawn = "Withdrawn";
export type FineState = FineStatus | typeof withdrawn;

/** The steps that a fine can take, in the words of its history. */
export type FineStep = "issued" | "set" | "undone" | "withdrawn" | "put back" | "reminder made";

/** The fields that an admin fills in. The server sets the status and the issue time. */
export const newFine = z.strictObject({
  residentId: id,
  type: z.enum(fineTypes),
  amountCents: cents,
  dueDate: day,
  reason: text(500),
});
export type NewFine = z.output<typeof newFine>;

/** Turns a payment proof down: the resident reads what it lacks. */
export const turningDown = z.strictObject({ reason: text(500) });

/**
 * `from` is the status that the screen showed. If it has changed since, the server refuses.
 * The `reason` is that of a payment proof turned down.
 */
export const fineStatusChange = z
  .strictObject({
    fineId: id,
    status: z.enum(fineStatuses),
    from: z.enum(fineStatuses).optional(),
    reason: turningDown.shape.reason.optional(),
  })
  .refine(
    ({ from, status, reason }) =>
      reason === undefined || (from === "Pending..." && status === "Unpaid"),
    { path: ["reason"], message: "is only for a fine that goes from Pending... to Unpaid" },
  );
export type FineStatusChange = z.output<typeof fineStatusChange>;

/** `standing` leaves out the fines that were withdrawn. */
const someFines = { ...page.shape, standing: z.boolean().optional() };
export const listOfFines = z.strictObject(someFines);

export const owing = newFine.pick({ residentId: true });
export const oneFine = z.strictObject({ ...ofProfile.shape, fineId: id });
export const finesOfResident = z.strictObject({ ...ofProfile.shape, ...someFines });

/** `from` is the status that the screen showed. If it has changed since, the server refuses. */
export const withdrawal = z.strictObject({
  fineId: id,
  reason: text(300),
  from: z.enum(fineStatuses).optional(),
});
export type Withdrawal = z.output<typeof withdrawal>;

export const decidedFine = z.strictObject({ fineId: id });
export const onePhoto = z.strictObject({ evidenceId: id });

/** The most letters in one PDF. */
export const mostLetters = 500;

export const letterOrder = z.strictObject({
  residentIds: z
    .array(id)
    .min(1, "must name somebody")
    .max(mostLetters, `must be at most ${mostLetters} people`),
});
