import { adminProcedure } from "../../../api/procedures.ts";
import { transfer } from "./schema.ts";
import { transferUnit } from "./service.ts";

export const procedures = {
  admin: {
    enter: adminProcedure.input(transfer).mutation(({ ctx, input }) => {
      transferUnit(ctx.db, ctx.by, input, ctx.now());
      return { message: "New owners saved" };
    }),
  },
};
