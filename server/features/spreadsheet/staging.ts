import { eq, lt } from "drizzle-orm";
import { type Db, write } from "../../database/open.ts";
import { type Instant, plusDays } from "../../platform/clock/clock.ts";
import { seal, unseal } from "../../platform/idNumbers/idNumbers.ts";
import { finishErasure } from "../../platform/privacy/erasure.ts";
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

const placeOf = (accountId: string) => `staged_imports.content ${accountId}`;

/**
 * Keeps an admin's list with their choices, instead of the one before.
 * @throws auth.signed_out or auth.wrong_role if they are no admin any more
 */
export function stage(db: Db, accountId: string, staged: Staged, at: Instant): void {
  const text = JSON.stringify({ ...staged, content: staged.content.toString("base64") });
  write(db, () => {
    refuseFormerAdmin(db, accountId);
    const content = seal(db, placeOf(accountId), text);
    db.insert(stagedImports)
      .values({ accountId, at, content })
      .onConflictDoUpdate({ target: stagedImports.accountId, set: { at, content } })
      .run();
  });
}

/** The list that an admin was about to import; null if there is none, or its key is missing. */
export function stagedFile(db: Db, accountId: string): Staged | null {
  const row = db.select().from(stagedImports).where(ofAccount(accountId)).get();
  const text = row && unseal(db, placeOf(accountId), row.content);
  if (!text) return null;
  const staged = JSON.parse(text) as Omit<Staged, "content"> & { content: string };
  return { ...staged, content: Buffer.from(staged.content, "base64") };
}

/** The name of the same list, and their choices. */
export function stagedBy(db: Db, accountId: string) {
  const staged = stagedFile(db, accountId);
  return staged && { fileName: staged.fileName, choices: staged.choices };
}

/** Forgets an admin's list: it was imported, or they chose to. */
export function discardStaged(db: Db, accountId: string, at: Instant): void {
  write(db, () => db.delete(stagedImports).where(ofAccount(accountId)).run());
  finishErasure(db, at);
}

/** Cleanup: lists that nobody imported. They have names and numbers of people. */
export function sweepStaged(db: Db, now: Instant): void {
  const before = lt(stagedImports.at, plusDays(now, -daysKept));
  const { changes } = write(db, () => db.delete(stagedImports).where(before).run());
  if (changes > 0) finishErasure(db, now);
}
