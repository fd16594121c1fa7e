import { adminProcedure, cacheable } from "../../api/procedures.ts";
import { newUnit, unitUpdate, whichUnit } from "./schema.ts";
import { addUnit, removeUnit, unitById, unitRegister, updateUnit } from "./service.ts";

export const procedures = {
  admin: {
    all: cacheable.admin.query(({ ctx }) => unitRegister(ctx.db)),
    one: cacheable.admin.input(whichUnit).query(({ ctx, input }) => unitById(ctx.db, input.unitId)),
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
