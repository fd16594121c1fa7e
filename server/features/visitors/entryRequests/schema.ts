import * as z from "zod";
import { id, nameLine, orNothing } from "../../../platform/validation/schema.ts";
import { plate } from "../expected/schema.ts";

/** A visitor at the gate, and the unit that is asked whether they may come in. */
export const newEntryRequest = z.strictObject({
  unitId: id,
  visitorName: orNothing(nameLine(80)),
  plate,
});
export type NewEntryRequest = z.output<typeof newEntryRequest>;

export const oneEntryRequest = z.strictObject({ entryRequestId: id });
export const entryAnswer = z.strictObject({ entryRequestId: id, admits: z.boolean() });
/** `personId`: of the unit, who said it on the phone. */
export const phonedAnswer = entryAnswer.extend({ personId: id });
