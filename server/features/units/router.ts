import { adminProcedure, cacheable } from "../../api/procedures.ts";
import { areasOf } from "./areas/service.ts";
import { quotasOf, quotasVersion } from "./quotas/service.ts";
import { newUnit, onDay, unitUpdate, whichUnit } from "./schema.ts";
import { addUnit, removeUnit, unitById, unitRegister, unitVersion, updateUnit } from "./service.ts";
import { weightsOf } from "./weights/service.ts";

export const procedures = {
  admin: {
    all: cacheable.admin
      .input(onDay)
      .query(({ ctx, input }) => unitRegister(ctx.db, input?.asAt ?? ctx.now().today)),
    one: cacheable.admin.input(whichUnit).query(({ ctx, input: { unitId } }) => {
      const unit = unitById(ctx.db, unitId, ctx.now().today);
      const quotas = quotasOf(ctx.db, unitId);
      return {
        ...unit,
        version: unitVersion(unit),
        quotas,
        quotasVersion: quotasVersion(quotas),
        areas: areasOf(ctx.db, unitId),
        weights: weightsOf(ctx.db, unitId),
      };
    }),
    add: adminProcedure.input(newUnit).mutation(({ ctx, input }) => {
      return { id: addUnit(ctx.db, ctx.by, input, ctx.now()) };
    }),
    update: adminProcedure.input(unitUpdate).mutation(({ ctx, input }) => {
      updateUnit(ctx.db, ctx.by, input, ctx.now());
      return { message: "Unit saved" };
    }),
    remove: adminProcedure.input(whichUnit).mutation(({ ctx, input }) => {
      removeUnit(ctx.db, ctx.by, input.unitId, ctx.now());
      return { message: "Unit removed" };
    }),
  },
};
