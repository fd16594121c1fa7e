import * as z from "zod";
import { mailChoices } from "../../platform/auth/schema.ts";

/** `number`: of the newest event that was shown. */
export const seenUntil = z.strictObject({ number: z.int().min(0) });

/** `lastEventId`: the id of the last event they know, as the events have it. */
export const fromEvent = z.strictObject({ lastEventId: z.string().max(100).nullish() }).optional();

export const mailChoice = z.strictObject({ choice: z.enum(mailChoices) });
