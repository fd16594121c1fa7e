import { adminProcedure } from "../../../api/procedures.ts";
import { removePicture } from "./service.ts";

export const procedures = {
  admin: {
    remove: adminProcedure.mutation(({ ctx }) => {
      removePicture(ctx.db, ctx.by, ctx.now());
      return { message: "Picture removed" };
    }),
  },
};
