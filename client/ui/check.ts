import type { z } from "zod";
import { type Complaint, complaint } from "../../server/schema.ts";

/** What a schema has against what was typed, in words. Its own file, so that zod comes with it. */
export function check(schema: z.ZodType, typed: unknown): Complaint[] {
  const checked = schema.safeParse(typed);
  return checked.success ? [] : checked.error.issues.map(complaint);
}
