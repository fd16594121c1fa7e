import { adminProcedure, residentProcedure, staffProcedure } from "../../api/procedures.ts";
import { firstEventAt } from "../../platform/audit/audit.ts";
import { newest } from "../../platform/backup/scheduler.ts";
import { plusDays } from "../../platform/clock/clock.ts";
import { named } from "../../platform/validation/schema.ts";
import { allAnnouncements } from "../announcements/service.ts";
import { problemInWords } from "../audit/service.ts";
import { fineTotals, fineTotalsOf } from "../fines/service.ts";
import {
  countOpenRequests,
  countOpenRequestsOf,
  countOpenRequestsOfTrade,
  countStatusChanges,
} from "../maintenance/service.ts";
import { countPeople } from "../people/service.ts";
import { countPresentVisitors, countVisitorsOf } from "../visitors/service.ts";

const whose = named.optional();

/** So many messages a dashboard has. */
const mostMessages = 200;

/** The live numbers of each area. Money is in cents. */
export const dashboard = {
  admin: {
    overview: adminProcedure.query(({ ctx: { db, backups, config, health } }) => {
      const trailProblem = newest(backups.known())?.rehearsal?.trailProblem;
      const unpaid = fineTotals(db, "Unpaid");
      return {
        residents: countPeople(db, "Resident"),
        staff: countPeople(db, "Staff"),
        openRequests: countOpenRequests(db),
        unpaidFines: unpaid.count,
        unpaidCents: unpaid.cents,
        pendingFines: fineTotals(db, "Pending...").count,
        visitorsIn: countPresentVisitors(db),
        /** A sentence on the disk or the database that an admin must know; null when all is well. */
        healthWarning: health.warning(),
        /** A sentence on the backups that an admin must know; null when all is well. */
        backupWarning: backups.warning(firstEventAt(db)),
        /** A sentence on the audit trail where the last backup found it changed; else null. */
        trailWarning: trailProblem ? problemInWords(trailProblem, config.timeZone) : null,
      };
    }),
  },
  resident: {
    overview: residentProcedure.input(whose).query(({ ctx: { db, subject } }) => {
      const unpaid = fineTotalsOf(db, subject.id, "Unpaid");
      return {
        unpaidFines: unpaid.count,
        unpaidCents: unpaid.cents,
        pendingFines: fineTotalsOf(db, subject.id, "Pending...").count,
        openRequests: countOpenRequestsOf(db, subject.id),
        visitorsIn: countVisitorsOf(db, subject.id),
      };
    }),
    /** The Messages card: what the building was told, newest first. */
    messages: residentProcedure
      .meta({ cacheable: true })
      .input(whose)
      .query(({ ctx }) => allAnnouncements(ctx.db, { limit: mostMessages }).rows),
  },
  staff: {
    overview: staffProcedure.input(whose).query(({ ctx: { db, subject, now } }) => ({
      openRequests: countOpenRequests(db),
      openInMyTrade: countOpenRequestsOfTrade(db, subject.maintenanceType),
      closedLast7Days: countStatusChanges(db, "Closed", plusDays(now().at, -7)),
      visitorsIn: countPresentVisitors(db),
    })),
  },
};
