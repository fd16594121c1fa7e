import { adminProcedure, cacheable, residentProcedure } from "../../../api/procedures.ts";
import { decidedFine, oneFine, withdrawal } from "../schema.ts";
import { fineOf } from "../service.ts";
import {
  historyForResident,
  historyOf,
  nextToLookAt,
  putFineBack,
  undoChange,
  withdrawFine,
} from "./service.ts";

export const procedures = {
  admin: {
    history: cacheable.admin
      .input(decidedFine)
      .query(({ ctx, input }) => historyOf(ctx.db, input.fineId)),
    next: cacheable.admin
      .input(decidedFine)
      .query(({ ctx, input }) => nextToLookAt(ctx.db, input.fineId)),
    withdraw: adminProcedure
      .input(withdrawal)
      .mutation(({ ctx, input }) => withdrawFine(ctx.db, ctx.by, input, ctx.now())),
    putBack: adminProcedure
      .input(decidedFine)
      .mutation(({ ctx, input }) => putFineBack(ctx.db, ctx.by, input.fineId, ctx.now())),
    /** Takes the last change of its status back, for some seconds. */
    undo: adminProcedure
      .input(decidedFine)
      .mutation(({ ctx, input }) => undoChange(ctx.db, ctx.by, input.fineId, ctx.now())),
  },
  resident: {
    history: residentProcedure
      .input(oneFine)
      .query(({ ctx, input }) =>
        historyForResident(ctx.db, fineOf(ctx.db, ctx.subject.id, input.fineId).id),
      ),
  },
};
