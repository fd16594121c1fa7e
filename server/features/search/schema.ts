import * as z from "zod";
import { tidyLine } from "../../platform/validation/typed.ts";

/** The kinds of records in the full-text index. */
const recordKinds = ["request", "paper"] as const;
export type RecordKind = (typeof recordKinds)[number];

export const resultKinds = ["person", "unit", "fine", ...recordKinds, "screen"] as const;
export type ResultKind = (typeof resultKinds)[number];

/** The words that somebody types to search. */
export const lookingFor = z.strictObject({
  q: z.string().overwrite(tidyLine).max(200, "must be at most 200 characters"),
});

/** The most results of one search. */
export const mostResults = 20;
