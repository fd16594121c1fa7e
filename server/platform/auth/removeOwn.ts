import { and, eq } from "drizzle-orm";
import type { Db } from "../../database/open.ts";
import type { AppError } from "../../errors.ts";
import type { passkeys, sessions, tokens } from "./table.ts";

/** Deletes one of a person's ways to sign in and returns it. @throws unknown() */
export function deleteOwn<Way extends typeof passkeys | typeof sessions | typeof tokens>(
  db: Db,
  from: Way,
  accountId: string,
  id: string,
  unknown: () => AppError,
): Way["$inferSelect"] {
  const deleted = db
    .delete(from)
    .where(and(eq(from.id, id), eq(from.accountId, accountId)))
    .returning()
    .get();
  if (!deleted) throw unknown();
  return deleted as Way["$inferSelect"];
}
