import { adminProcedure, residentProcedure } from "../../../api/procedures.ts";
import { oneFine } from "../schema.ts";
import { fineById } from "../service.ts";
import { onePhoto } from "./schema.ts";
import { evidenceFor, evidenceOf, removeEvidence } from "./service.ts";

export const procedures = {
  admin: {
    of: adminProcedure
      .input(oneFine.omit({ profileId: true }))
      .query(({ ctx, input }) => evidenceOf(ctx.db, fineById(ctx.db, input.fineId).id)),
    remove: adminProcedure
      .input(onePhoto)
      .mutation(({ ctx, input }) => removeEvidence(ctx.db, ctx.by, input.evidenceId, ctx.now())),
  },
  resident: {
    of: residentProcedure
      .input(oneFine)
      .query(({ ctx, input }) => evidenceFor(ctx.db, ctx.subject.id, input.fineId)),
  },
};
