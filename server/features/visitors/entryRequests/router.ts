import { gateProcedure, memberProcedure } from "../../../api/procedures.ts";
import { unitsOf } from "../../units/service.ts";
import { entryAnswer, newEntryRequest, oneEntryRequest, phonedAnswer } from "./schema.ts";
import { answerRequest, askUnit, closeRequest, requestsAtGate, requestsFor } from "./service.ts";

export const procedures = {
  gate: {
    open: gateProcedure.query(({ ctx }) => requestsAtGate(ctx.db, ctx.now())),
    /** The units that can be asked. */
    units: gateProcedure.query(({ ctx }) =>
      unitsOf(ctx.db, ctx.now().today).map(({ id, label }) => ({ id, label })),
    ),
    ask: gateProcedure
      .input(newEntryRequest)
      .mutation(({ ctx, input }) => askUnit(ctx.db, ctx.by, input, ctx.now())),
    /** The answer that somebody of the unit gave on the phone. */
    answer: gateProcedure
      .input(phonedAnswer)
      .mutation(({ ctx, input }) => answerRequest(ctx.db, ctx.by, input, ctx.now())),
    close: gateProcedure
      .input(oneEntryRequest)
      .mutation(({ ctx, input }) => closeRequest(ctx.db, ctx.by, input.entryRequestId, ctx.now())),
  },
  member: {
    /** The visitors at the gate who want to come to the caller's unit. */
    mine: memberProcedure.query(({ ctx }) => requestsFor(ctx.db, ctx.account.id, ctx.now())),
    answer: memberProcedure
      .input(entryAnswer)
      .mutation(({ ctx, input }) =>
        answerRequest(ctx.db, ctx.by, { ...input, personId: ctx.account.id }, ctx.now()),
      ),
  },
};
