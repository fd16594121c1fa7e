import { residentProcedure } from "../../../api/procedures.ts";
import { expectedOfResident, newExpectedVisit, oneExpectedVisit } from "./schema.ts";
import { announceVisit, expectedVisitsOf, withdrawVisit } from "./service.ts";

export const procedures = {
  resident: {
    announce: residentProcedure
      .input(newExpectedVisit)
      .mutation(({ ctx, input }) =>
        announceVisit(ctx.db, ctx.by, ctx.subject.id, input, ctx.now(), ctx.config.timeZone),
      ),
    mine: residentProcedure
      .input(expectedOfResident)
      .query(({ ctx }) => expectedVisitsOf(ctx.db, ctx.subject.id, ctx.now(), ctx.config.timeZone)),
    withdraw: residentProcedure
      .input(oneExpectedVisit)
      .mutation(({ ctx, input }) =>
        withdrawVisit(ctx.db, ctx.by, ctx.subject.id, input.expectedId, ctx.now()),
      ),
  },
};
