import type { FindNeed } from "../../api/needs.ts";
import {
  adminProcedure,
  cacheable,
  residentProcedure,
  staffProcedure,
} from "../../api/procedures.ts";
import { dayAfter } from "../../platform/clock/clock.ts";
import { searchAt } from "../../platform/lists/longList.ts";
import { page } from "../../platform/validation/schema.ts";
import { rowsAbout } from "../units/occupancy/rowsAbout.ts";
import { listAbout } from "../units/occupancy/schema.ts";
import { longDays } from "./list.ts";
import {
  newRequest,
  oneRequest,
  requestDecision,
  requestStatusChange,
  requestsForStaff,
  requestsOfResident,
  searchForStaff,
} from "./schema.ts";
import {
  allRequests,
  historyOf,
  logRequest,
  oldRequests,
  requestPage,
  requestsOf,
  requestsOfTrade,
  searchRequests,
  searchRequestsOfTrade,
  setRequestStatus,
} from "./service.ts";

export const procedures = {
  admin: {
    all: cacheable.admin.input(page).query(({ ctx, input }) => allRequests(ctx.db, input)),
    list: cacheable.admin
      .input(listAbout)
      .query(({ ctx, input: { unitId, personId, ...search }, signal }) => {
        const about = rowsAbout(ctx.db, { unitId, personId });
        return searchRequests(
          ctx.db,
          { ...search, about },
          searchAt(ctx.config, ctx.now(), signal),
        );
      }),
    /** One request, for its page. */
    one: cacheable.admin
      .input(oneRequest)
      .query(({ ctx, input }) => requestPage(ctx.db, input.requestId, ctx.config.timeZone)),
    setStatus: adminProcedure
      .input(requestDecision)
      .mutation(({ ctx, input }) => setRequestStatus(ctx.db, ctx.by, input, ctx.now())),
    history: cacheable.admin
      .input(oneRequest)
      .query(({ ctx, input }) => historyOf(ctx.db, input.requestId)),
  },
  resident: {
    log: residentProcedure
      .input(newRequest)
      .mutation(({ ctx, input }) => logRequest(ctx.db, ctx.by, ctx.subject.id, input, ctx.now())),
    mine: cacheable.resident
      .input(requestsOfResident)
      .query(({ ctx, input }) => requestsOf(ctx.db, ctx.subject.id, input)),
  },
  staff: {
    all: cacheable.staff
      .input(requestsForStaff)
      .query(({ ctx, input }) =>
        input.type === "mine"
          ? requestsOfTrade(ctx.db, ctx.subject.maintenanceType, input)
          : allRequests(ctx.db, input),
      ),
    list: cacheable.staff.input(searchForStaff).query(({ ctx, input, signal }) => {
      const { profileId: _, type, ...search } = input;
      const at = searchAt(ctx.config, ctx.now(), signal);
      return type === "mine"
        ? searchRequestsOfTrade(ctx.db, ctx.subject.maintenanceType, search, at)
        : searchRequests(ctx.db, search, at);
    }),
    setStatus: staffProcedure
      .input(requestStatusChange)
      .mutation(({ ctx, input }) => setRequestStatus(ctx.db, ctx.by, input, ctx.now())),
    history: cacheable.staff
      .input(oneRequest)
      .query(({ ctx, input }) => historyOf(ctx.db, input.requestId)),
  },
};

/** Requests that are open for too long, by the day that the resident gave. */
export const needs: FindNeed = ({ db, now }) => {
  const { count, oldest } = oldRequests(db, dayAfter(now().today, -longDays));
  return { count, since: oldest };
};
