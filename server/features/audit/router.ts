import { adminProcedure } from "../../api/procedures.ts";
import { newest } from "../../platform/backup/scheduler.ts";
import { oneEntry, trailPage } from "./schema.ts";
import { aboutTrail, entryOf, problemInWords, trailOf } from "./service.ts";

export const audit = {
  admin: {
    entries: adminProcedure
      .input(trailPage)
      .query(({ ctx, input }) => trailOf(ctx.db, input, ctx.config.timeZone)),
    entry: adminProcedure.input(oneEntry).query(({ ctx, input }) => entryOf(ctx.db, input.entry)),
    about: adminProcedure.query(({ ctx: { db, backups, config } }) => {
      const { rehearsal } = newest(backups.known()) ?? {};
      const problem = rehearsal?.trailProblem;
      return {
        ...aboutTrail(db),
        /** When the last backup checked the whole chain, and what was wrong with it. */
        checked: rehearsal
          ? {
              at: rehearsal.rehearsedAt,
              problem: problem ? problemInWords(problem, config.timeZone) : null,
            }
          : null,
      };
    }),
  },
};
