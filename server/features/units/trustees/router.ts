import { adminProcedure, cacheable } from "../../../api/procedures.ts";
import { person } from "../../people/schema.ts";
import { onDay } from "../schema.ts";
import { newTerm, termEnding } from "./schema.ts";
import { beginTerm, endTerm, termsOf, trusteesOn } from "./service.ts";

export const procedures = {
  admin: {
    /** The trustees of a day, today if none is named, and all other terms. */
    all: cacheable.admin
      .input(onDay)
      .query(({ ctx, input }) => trusteesOn(ctx.db, input?.asAt ?? ctx.now().today)),
    ofPerson: cacheable.admin.input(person).query(({ ctx, input }) => termsOf(ctx.db, input.id)),
    begin: adminProcedure.input(newTerm).mutation(({ ctx, input }) => {
      return { id: beginTerm(ctx.db, ctx.by, input, ctx.now()) };
    }),
    end: adminProcedure.input(termEnding).mutation(({ ctx, input }) => {
      endTerm(ctx.db, ctx.by, input, ctx.now());
      return { message: "Last day saved" };
    }),
  },
};
