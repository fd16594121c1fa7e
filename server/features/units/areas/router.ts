import { adminProcedure } from "../../../api/procedures.ts";
import { areaEnding, newArea } from "./schema.ts";
import { addArea, endArea } from "./service.ts";

export const procedures = {
  admin: {
    add: adminProcedure.input(newArea).mutation(({ ctx, input }) => {
      return { id: addArea(ctx.db, ctx.by, input, ctx.now()) };
    }),
    end: adminProcedure.input(areaEnding).mutation(({ ctx, input }) => {
      endArea(ctx.db, ctx.by, input, ctx.now());
      return { message: "Last day saved" };
    }),
  },
};
