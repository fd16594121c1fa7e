import {
  adminProcedure,
  cacheable,
  residentProcedure,
  staffProcedure,
} from "../../api/procedures.ts";
import { newest } from "../../platform/backup/scheduler.ts";
import { plusDays } from "../../platform/clock/clock.ts";
import { ofProfile } from "../../platform/validation/schema.ts";
import { allAnnouncements } from "../announcements/service.ts";
import { problemInWords } from "../audit/service.ts";
import { fineTotals, fineTotalsOf } from "../fines/service.ts";
import {
  countOpenRequests,
  countOpenRequestsFor,
  countOpenRequestsOf,
  countPlannedFor,
} from "../maintenance/service.ts";
import { countStatusChanges } from "../maintenance/status.ts";
import { countPeople } from "../people/service.ts";
import { countPresentVisitors, countVisitorsOf } from "../visitors/service.ts";
import { firstStepsOf, needsOf, picturesOf } from "./service.ts";
import { unitStates as statesOfUnits } from "./unitStates/service.ts";

const whose = ofProfile.optional();

/** The most messages that a dashboard shows. */
const mostMessages = 200;

/** The current numbers for each role's dashboard. Amounts are in cents. */
export const procedures = {
  admin: {
    overview: adminProcedure.query(({ ctx }) => {
      const { db, backups, health } = ctx;
      const trailProblem = newest(backups.known(), ctx.now().at)?.rehearsal?.trailProblem;
      const unpaid = fineTotals(db, "Unpaid");
      return {
        residents: countPeople(db, "Resident"),
        staff: countPeople(db, "Staff"),
        openRequests: countOpenRequests(db),
        unpaidFines: unpaid.count,
        unpaidCents: unpaid.cents,
        pendingFines: fineTotals(db, "Pending...").count,
        visitorsIn: countPresentVisitors(db),
        /** A warning about the disk or the database for admins; null if all is well. */
        healthWarning: health.warning(),
        /** A warning if the last backup found a changed audit trail; else null. */
        trailWarning: trailProblem ? problemInWords(trailProblem, ctx) : null,
      };
    }),
    /** The work that waits for an admin, by the name of its feature. */
    needs: adminProcedure.query(({ ctx }) => needsOf(ctx.declared, ctx)),
    /** The numbers behind the pictures, in cents and in requests, visits and people. */
    pictures: adminProcedure.query(({ ctx }) => picturesOf(ctx)),
    firstSteps: adminProcedure.query(({ ctx }) => firstStepsOf(ctx)),
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
    /** The announcements on the Messages card, newest first. */
    messages: cacheable.resident
      .input(whose)
      .query(
        ({ ctx: { db, now } }) => allAnnouncements(db, { limit: mostMessages }, now().today).rows,
      ),
  },
  staff: {
    overview: staffProcedure.input(whose).query(({ ctx: { db, subject, now } }) => ({
      openRequests: countOpenRequests(db),
      openInMyTrade: countOpenRequestsFor(db, subject),
      plannedUntilToday: countPlannedFor(db, subject, now().today),
      closedLast7Days: countStatusChanges(db, "Closed", plusDays(now().at, -7)),
      visitorsIn: countPresentVisitors(db),
    })),
  },
};

export const unitStates = {
  procedures: {
    admin: {
      all: cacheable.admin.query(({ ctx }) => statesOfUnits(ctx.db, ctx.now().today)),
    },
  },
};
