import type { FindNeed } from "../../api/needs.ts";
import {
  adminProcedure,
  cacheable,
  memberProcedure,
  residentProcedure,
  staffProcedure,
} from "../../api/procedures.ts";
import type { Config } from "../../config.ts";
import type { Db } from "../../database/open.ts";
import type { SignedIn } from "../../platform/auth/sessions/sessions.ts";
import { dayAfter, type Moment } from "../../platform/clock/clock.ts";
import { searchAt } from "../../platform/lists/longList.ts";
import { page } from "../../platform/validation/schema.ts";
import { rowsAbout } from "../units/occupancy/rowsAbout.ts";
import { listAbout } from "../units/occupancy/schema.ts";
import { joinRequests } from "./joining.ts";
import { longDays } from "./list.ts";
import { addNote } from "./notes.ts";
import { removeInternalFile, removePhoto, requestPage } from "./page.ts";
import { planRequest } from "./planning.ts";
import {
  joining,
  joiningOfAdmin,
  newNote,
  newRequest,
  notFixed,
  oneInternalFile,
  onePhoto,
  oneRequest,
  requestDecision,
  requestPlan,
  requestPlanOfAdmin,
  requestRating,
  requestStatusChange,
  requestsForStaff,
  requestsOfResident,
  searchForStaff,
} from "./schema.ts";
import {
  allRequests,
  logRequest,
  oldRequests,
  requestsOf,
  requestsOfTrade,
  searchRequests,
  searchRequestsFor,
  unsureRequests,
} from "./service.ts";
import { rateRequest, reportNotFixed, setRequestStatus, undoStatus } from "./status.ts";

interface Asking {
  db: Db;
  account: SignedIn;
  config: Pick<Config, "timeZone">;
  now: () => Moment;
}

const pageOf = ({ db, account, config, now }: Asking, { requestId }: { requestId: string }) =>
  requestPage(db, account, requestId, { today: now().today, timeZone: config.timeZone });

export const procedures = {
  member: {
    /** One request as who asks may see it. */
    one: cacheable.member.input(oneRequest).query(({ ctx, input }) => pageOf(ctx, input)),
    addNote: memberProcedure
      .input(newNote)
      .mutation(({ ctx, input }) => addNote(ctx.db, ctx.by, ctx.account, input, ctx.now())),
    /** Takes back for some seconds that the caller opened or closed it, which only staff and admins do. */
    undo: memberProcedure
      .input(oneRequest)
      .mutation(({ ctx, input }) =>
        undoStatus(ctx.db, ctx.by, ctx.account, input.requestId, ctx.now()),
      ),
    removePhoto: memberProcedure
      .input(onePhoto)
      .mutation(({ ctx, input }) => removePhoto(ctx.db, ctx.by, ctx.account, input, ctx.now())),
    removeInternalFile: memberProcedure
      .input(oneInternalFile)
      .mutation(({ ctx, input }) =>
        removeInternalFile(ctx.db, ctx.by, ctx.account, input, ctx.now()),
      ),
  },
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
    setStatus: adminProcedure
      .input(requestDecision)
      .mutation(({ ctx, input }) => setRequestStatus(ctx.db, ctx.by, input, ctx.now())),
    join: adminProcedure.input(joiningOfAdmin).mutation(({ ctx, input }) => {
      joinRequests(ctx.db, ctx.by, input, ctx.now());
      return pageOf(ctx, input);
    }),
    plan: adminProcedure.input(requestPlanOfAdmin).mutation(({ ctx, input }) => {
      planRequest(ctx.db, ctx.by, input, ctx.now());
      return pageOf(ctx, input);
    }),
  },
  resident: {
    log: residentProcedure
      .input(newRequest)
      .mutation(({ ctx, input }) => logRequest(ctx.db, ctx.by, ctx.subject.id, input, ctx.now())),
    mine: cacheable.resident
      .input(requestsOfResident)
      .query(({ ctx, input }) => requestsOf(ctx.db, ctx.subject.id, input)),
    notFixed: residentProcedure
      .input(notFixed)
      .mutation(({ ctx, input }) =>
        reportNotFixed(ctx.db, ctx.by, ctx.subject.id, input, ctx.now()),
      ),
    rate: residentProcedure
      .input(requestRating)
      .mutation(({ ctx, input }) => rateRequest(ctx.db, ctx.by, ctx.subject.id, input, ctx.now())),
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
        ? searchRequestsFor(ctx.db, ctx.subject, search, at)
        : searchRequests(ctx.db, search, at);
    }),
    setStatus: staffProcedure
      .input(requestStatusChange)
      .mutation(({ ctx, input }) => setRequestStatus(ctx.db, ctx.by, input, ctx.now())),
    join: staffProcedure.input(joining).mutation(({ ctx, input }) => {
      joinRequests(ctx.db, ctx.by, input, ctx.now());
      return pageOf(ctx, input);
    }),
    plan: staffProcedure.input(requestPlan).mutation(({ ctx, input }) => {
      planRequest(ctx.db, ctx.by, input, ctx.now());
      return pageOf(ctx, input);
    }),
  },
};

/** Requests of which an admin has yet to say whose trade they are. */
export const unsure = {
  needs: (({ db }) => {
    const { count, oldest } = unsureRequests(db);
    return { count, since: oldest };
  }) satisfies FindNeed,
};

/** Requests that are open for too long, by the day that the resident gave. */
export const needs: FindNeed = ({ db, now }) => {
  const { count, oldest } = oldRequests(db, dayAfter(now().today, -longDays));
  return { count, since: oldest };
};
