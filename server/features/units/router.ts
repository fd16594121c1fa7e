import { adminProcedure, cacheable } from "../../api/procedures.ts";
import { newQuota, newUnit, onDay, unitUpdate, whichUnit } from "./schema.ts";
import {
  addUnit,
  quotasFromPlan,
  quotasOf,
  removeUnit,
  setQuota,
  unitById,
  unitRegister,
  updateUnit,
} from "./service.ts";

export const procedures = {
  admin: {
    all: cacheable.admin
      .input(onDay)
      .query(({ ctx, input }) => unitRegister(ctx.db, input?.asAt ?? ctx.now().today)),
    one: cacheable.admin.input(whichUnit).query(({ ctx, input: { unitId } }) => ({
      ...unitById(ctx.db, unitId, ctx.now().today),
      quotas: quotasOf(ctx.db, unitId),
    })),
    /** What the quotas would be by floor area (Sectional Titles Act, section 32(1)). */
    quotasFromAreas: cacheable.admin.query(({ ctx }) => quotasFromPlan(ctx.db, ctx.now().today)),
    add: adminProcedure.input(newUnit).mutation(({ ctx, input }) => {
      return { id: addUnit(ctx.db, ctx.by, input, ctx.now()) };
    }),
    update: adminProcedure.input(unitUpdate).mutation(({ ctx, input }) => {
      updateUnit(ctx.db, ctx.by, input, ctx.now());
      return { message: "Unit saved" };
    }),
    setQuota: adminProcedure.input(newQuota).mutation(({ ctx, input }) => {
      setQuota(ctx.db, ctx.by, input, ctx.now());
      return { message: "Quota saved" };
    }),
    remove: adminProcedure.input(whichUnit).mutation(({ ctx, input }) => {
      removeUnit(ctx.db, ctx.by, input.unitId, ctx.now());
      return { message: "Unit removed" };
    }),
  },
};
