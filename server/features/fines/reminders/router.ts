import { adminProcedure } from "../../../api/procedures.ts";
import { letterOrder } from "../schema.ts";
import { debtors, makeLetters } from "./service.ts";

export const procedures = {
  admin: {
    debtors: adminProcedure.query(({ ctx }) => debtors(ctx.db, ctx.now())),
    make: adminProcedure
      .input(letterOrder)
      .mutation(({ ctx, input }) => makeLetters(ctx.db, ctx.by, input.residentIds, ctx.now())),
  },
};
