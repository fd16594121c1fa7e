import { adminProcedure } from "../../api/procedures.ts";
import { newest } from "../../platform/backup/scheduler.ts";
import { oneEntry, trailPage } from "./schema.ts";
import { aboutTrail, entryOf, problemInWords, trailOf } from "./service.ts";

export const procedures = {
  admin: {
    entries: adminProcedure.input(trailPage).query(({ ctx, input }) => trailOf(ctx, input)),
    entry: adminProcedure.input(oneEntry).query(({ ctx, input }) => entryOf(ctx, input.entry)),
    about: adminProcedure.query(({ ctx }) => {
      const { rehearsal } = newest(ctx.backups.known(), ctx.now().at) ?? {};
      const problem = rehearsal?.trailProblem;
      return {
        ...aboutTrail(ctx.db),
        actions: ctx.declared.actions,
        /** When the last backup checked the whole chain, and what was wrong with it. */
        checked: rehearsal
          ? {
              at: rehearsal.rehearsedAt,
              problem: problem ? problemInWords(problem, ctx) : null,
            }
          : null,
      };
    }),
  },
};
