import { and, inArray, notInArray, or, type SQL } from "drizzle-orm";
import { countRows } from "../../database/counting.ts";
import type { Db } from "../../database/open.ts";
import { auditEvents } from "./table.ts";

export const entries = (db: Db) => db.select().from(auditEvents).$dynamic();

export type TrailEntry = typeof auditEvents.$inferSelect;

export const concerns = (ids: readonly string[]): SQL | undefined =>
  or(inArray(auditEvents.actorId, [...ids]), inArray(auditEvents.subjectId, [...ids]));

/** What leaves its subject as it was. */
const harmless = ["announcements.read", "session.sign_in"];

/** How often something was done to these subjects that may have changed them. */
export const countChangesOf = (db: Db, subjectIds: string[]): number =>
  countRows(
    db,
    auditEvents,
    and(inArray(auditEvents.subjectId, subjectIds), notInArray(auditEvents.action, harmless)),
  );
