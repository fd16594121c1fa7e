import { adminProcedure, residentProcedure } from "../../../api/procedures.ts";
import { oneFine } from "../schema.ts";
import { fineById, fineOf } from "../service.ts";
import { proofsOf } from "./service.ts";

export const procedures = {
  admin: {
    of: adminProcedure
      .input(oneFine.omit({ profileId: true }))
      .query(({ ctx, input }) => proofsOf(ctx.db, fineById(ctx.db, input.fineId).id)),
  },
  resident: {
    of: residentProcedure
      .input(oneFine)
      .query(({ ctx, input }) => proofsOf(ctx.db, fineOf(ctx.db, ctx.subject.id, input.fineId).id)),
  },
};
