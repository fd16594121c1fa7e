import { adminProcedure } from "../../api/procedures.ts";
import { oneImport } from "./schema.ts";
import { discardStaged, stagedBy } from "./staging.ts";
import { recentlyImported, takeBack } from "./takeBack.ts";

export const procedures = {
  admin: {
    /** The list that the admin was about to import, and the imports that can be taken back. */
    begun: adminProcedure.query(({ ctx }) => ({
      staged: stagedBy(ctx.db, ctx.account.id),
      recent: recentlyImported(ctx.db, ctx.now().at),
    })),
    discard: adminProcedure.mutation(({ ctx }) =>
      discardStaged(ctx.db, ctx.account.id, ctx.now().at),
    ),
    takeBack: adminProcedure.input(oneImport).mutation(({ ctx, input }) => ({
      /** The names of what was used since. */
      stays: takeBack(ctx.db, ctx.by, input.importId, ctx.now()),
    })),
  },
};
