import * as z from "zod";

/** `lastEventId`: the id of the last event they know, as the events have it. */
export const fromEvent = z.strictObject({ lastEventId: z.string().max(100).nullish() }).optional();
