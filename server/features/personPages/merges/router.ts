import { adminProcedure } from "../../../api/procedures.ts";
import { merge } from "../schema.ts";
import { mergePeople, previewOf } from "./service.ts";

export const procedures = {
  admin: {
    /** Who would stay, what would move to them, or why that is refused. */
    preview: adminProcedure.input(merge).query(({ ctx, input }) => previewOf(ctx.db, input)),
    merge: adminProcedure.input(merge).mutation(({ ctx, input }) => {
      mergePeople(ctx.db, ctx.by, input, ctx.now());
      return { message: "Merged into one entry" };
    }),
  },
};
