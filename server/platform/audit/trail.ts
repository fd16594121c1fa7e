import { inArray, or, type SQL } from "drizzle-orm";
import { countRows } from "../../database/counting.ts";
import type { Db } from "../../database/open.ts";
import { auditEvents } from "./table.ts";

export const entries = (db: Db) => db.select().from(auditEvents).$dynamic();

export type TrailEntry = typeof auditEvents.$inferSelect;

export const concerns = (ids: readonly string[]): SQL | undefined =>
  or(inArray(auditEvents.actorId, [...ids]), inArray(auditEvents.subjectId, [...ids]));

export const countEntriesAbout = (db: Db, subjectIds: string[]): number =>
  countRows(db, auditEvents, inArray(auditEvents.subjectId, subjectIds));
