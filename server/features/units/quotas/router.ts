import { adminProcedure, cacheable } from "../../../api/procedures.ts";
import { newQuota } from "./schema.ts";
import { quotasFromPlan, setQuota } from "./service.ts";

export const procedures = {
  admin: {
    /** What the quotas would be by floor area (Sectional Titles Act, section 32(1)). */
    fromAreas: cacheable.admin.query(({ ctx }) => quotasFromPlan(ctx.db, ctx.now().today)),
    set: adminProcedure.input(newQuota).mutation(({ ctx, input }) => {
      setQuota(ctx.db, ctx.by, input, ctx.now());
      return { message: "Quota saved" };
    }),
  },
};
