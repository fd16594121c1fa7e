import { and, eq } from "drizzle-orm";
import type { Db } from "../../db.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import type { passkeys, sessions, tokens } from "./table.ts";

/** Deletes one of a person's ways in. @throws `unknown` when they have no such one */
export function deleteOwn(
  db: Db,
  from: typeof passkeys | typeof sessions | typeof tokens,
  accountId: string,
  id: string,
  unknown: ErrorCode,
): void {
  const { changes } = db
    .delete(from)
    .where(and(eq(from.id, id), eq(from.accountId, accountId)))
    .run();
  if (changes === 0) throw new AppError(unknown, { field: "id" });
}
