import { cacheable } from "../../../api/procedures.ts";
import { unitStates } from "./service.ts";

export const procedures = {
  admin: {
    all: cacheable.admin.query(({ ctx }) => unitStates(ctx.db, ctx.now().today)),
  },
};
