import { adminProcedure, residentProcedure } from "../../api/procedures.ts";
import { named } from "../../platform/validation/schema.ts";
import { onePerson } from "../people/schema.ts";
import { ownPage, personPage } from "./service.ts";

export const procedures = {
  admin: {
    one: adminProcedure
      .input(onePerson)
      .query(({ ctx, input }) => personPage(ctx.db, input.personId, ctx.now())),
  },
  resident: {
    /** What the building knows of a resident, for themselves. */
    mine: residentProcedure
      .input(named.optional())
      .query(({ ctx }) => ownPage(ctx, ctx.subject.id)),
  },
};
