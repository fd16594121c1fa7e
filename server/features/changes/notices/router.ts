import type { FindNeed } from "../../../api/needs.ts";
import { cacheable, residentProcedure } from "../../../api/procedures.ts";
import { dayOf } from "../../../platform/clock/clock.ts";
import { page } from "../../../platform/validation/schema.ts";
import { newNotice, noticesOfPerson, ownNotice, ownUnits } from "./schema.ts";
import {
  allNotices,
  announce,
  noticesOf,
  undoWithdrawal,
  unitsOf,
  waitingNotices,
  withdrawNotice,
} from "./service.ts";

export const procedures = {
  resident: {
    mine: cacheable.resident
      .input(noticesOfPerson)
      .query(({ ctx, input }) => noticesOf(ctx.db, ctx.subject.id, input)),
    /** Their own units today, with who lives there as far as it is theirs to know. */
    units: cacheable.resident
      .input(ownUnits)
      .query(({ ctx }) => unitsOf(ctx.db, ctx.subject.id, ctx.now().today)),
    announce: residentProcedure.input(newNotice).mutation(({ ctx, input }) => {
      return { id: announce(ctx.db, ctx.by, ctx.subject.id, input, ctx.now()) };
    }),
    withdraw: residentProcedure.input(ownNotice).mutation(({ ctx, input }) => {
      withdrawNotice(ctx.db, ctx.by, ctx.subject.id, input.noticeId, ctx.now());
    }),
    /** Possible for some seconds, when the wrong one was withdrawn. */
    undoWithdrawal: residentProcedure.input(ownNotice).mutation(({ ctx, input }) => {
      undoWithdrawal(ctx.db, ctx.by, ctx.subject.id, input.noticeId, ctx.now());
    }),
  },
  admin: {
    all: cacheable.admin.input(page).query(({ ctx, input }) => allNotices(ctx.db, input)),
  },
};

/** Changes of owner or occupant that residents announced, and that are not in the register yet. */
export const needs: FindNeed = ({ db, config }) => {
  const { count, oldest } = waitingNotices(db);
  return { count, since: oldest && dayOf(new Date(oldest), config.timeZone) };
};
