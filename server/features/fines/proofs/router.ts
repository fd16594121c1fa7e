import type { FindNeed } from "../../../api/needs.ts";
import { adminProcedure, residentProcedure } from "../../../api/procedures.ts";
import { dayOf } from "../../../platform/clock/clock.ts";
import { oneFine } from "../schema.ts";
import { fineById, fineOf, fineTotals } from "../service.ts";
import { oldestPendingProof, proofsOf } from "./service.ts";

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

/** Payments that residents have shown, and that an admin has yet to find in the bank's statement. */
export const needs: FindNeed = ({ db, config }) => {
  const { count, cents } = fineTotals(db, "Pending...");
  const oldest = count > 0 ? oldestPendingProof(db) : null;
  return { count, cents, since: oldest && dayOf(new Date(oldest), config.timeZone) };
};
