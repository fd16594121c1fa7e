import { cacheable } from "../../api/procedures.ts";
import { lookingFor } from "./schema.ts";
import { search } from "./service.ts";

export const procedures = {
  admin: {
    find: cacheable.admin
      .input(lookingFor)
      .query(({ ctx, input }) => search(ctx.db, input.q, ctx.now().today)),
  },
};
