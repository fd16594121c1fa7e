import { eq, or, type SQL } from "drizzle-orm";
import type { Db } from "../../database/open.ts";
import { auditEvents } from "./table.ts";

/** Entries of the trail. */
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
    })
    .from(auditEvents)
    .$dynamic();

export type TrailEntry = ReturnType<ReturnType<typeof entries>["all"]>[number];

/** What a person did and what was done to them. */
export const concerns = (accountId: string): SQL | undefined =>
  or(eq(auditEvents.actorId, accountId), eq(auditEvents.subjectId, accountId));
