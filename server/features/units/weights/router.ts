import { adminProcedure, cacheable } from "../../../api/procedures.ts";
import { onDay } from "../schema.ts";
import { newWeights } from "./schema.ts";
import { setWeights, weightsInRegister } from "./service.ts";

export const procedures = {
  admin: {
    /** The weights of all units on a day; today if none is named. */
    all: cacheable.admin
      .input(onDay)
      .query(({ ctx, input }) => weightsInRegister(ctx.db, input?.asAt ?? ctx.now().today)),
    set: adminProcedure.input(newWeights).mutation(({ ctx, input }) => {
      setWeights(ctx.db, ctx.by, input, ctx.now());
      return { message: "Weights saved" };
    }),
  },
};
