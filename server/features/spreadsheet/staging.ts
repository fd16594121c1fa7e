import { eq, lt } from "drizzle-orm";
import { type Db, write } from "../../database/open.ts";
import { type Instant, plusDays } from "../../platform/clock/clock.ts";
import type { Choices } from "./schema.ts";
import { refuseFormerAdmin } from "./service.ts";
import { stagedImports } from "./table.ts";

/** For how many days a list is kept that nobody imports. */
const daysKept = 7;

interface Staged {
  fileName: string;
  content: Buffer;
  choices: Choices;
}

const ofAccount = (accountId: string) => eq(stagedImports.accountId, accountId);

/**
 * Keeps an admin's list with their choices, instead of the one before.
 * @throws auth.signed_out or auth.wrong_role if they are no admin any more
 */
export function stage(db: Db, accountId: string, staged: Staged, at: Instant): void {
  write(db, () => {
    refuseFormerAdmin(db, accountId);
    db.insert(stagedImports)
      .values({ accountId, at, ...staged })
      .onConflictDoUpdate({ target: stagedImports.accountId, set: { at, ...staged } })
      .run();
  });
}

/** The name of the list that an admin was about to import, and their choices; null if there is none. */
export const stagedBy = (db: Db, accountId: string) =>
  db
    .select({ fileName: stagedImports.fileName, choices: stagedImports.choices })
    .from(stagedImports)
    .where(ofAccount(accountId))
    .get() ?? null;

/** The same list as it was chosen. */
export const stagedFile = (db: Db, accountId: string) =>
  db
    .select({ fileName: stagedImports.fileName, content: stagedImports.content })
    .from(stagedImports)
    .where(ofAccount(accountId))
    .get();

/** Forgets an admin's list: it was imported, or they chose to. */
export function discardStaged(db: Db, accountId: string): void {
  write(db, () => db.delete(stagedImports).where(ofAccount(accountId)).run());
}

/** Cleanup: lists that nobody imported. They have names and numbers of people. */
export function sweepStaged(db: Db, now: Instant): void {
  const before = lt(stagedImports.at, plusDays(now, -daysKept));
  write(db, () => db.delete(stagedImports).where(before).run());
}
