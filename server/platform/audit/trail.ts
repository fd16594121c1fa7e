import { eq, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../database/open.ts";
import { accounts } from "../auth/table.ts";
import { auditEvents } from "./table.ts";

/** Entries of the trail, each with its person's name. */
export const entries = (db: Db) =>
  db
    .select({
      seq: auditEvents.seq,
      at: auditEvents.at,
      actorId: auditEvents.actorId,
      action: auditEvents.action,
      subjectId: auditEvents.subjectId,
      before: auditEvents.before,
      after: auditEvents.after,
      origin: auditEvents.origin,
      device: auditEvents.device,
      contentSalt: auditEvents.contentSalt,
      hash: auditEvents.hash,
      who: sql<string | null>`${accounts.name} || ' ' || ${accounts.surname}`,
    })
    .from(auditEvents)
    .leftJoin(accounts, eq(accounts.id, auditEvents.actorId))
    .$dynamic();

export type TrailEntry = ReturnType<ReturnType<typeof entries>["all"]>[number];

/** What a person did and what was done to them. */
export const concerns = (accountId: string): SQL | undefined =>
  or(eq(auditEvents.actorId, accountId), eq(auditEvents.subjectId, accountId));
