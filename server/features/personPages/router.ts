import { adminProcedure, cacheable, residentProcedure } from "../../api/procedures.ts";
import { ofProfile } from "../../platform/validation/schema.ts";
import { onePerson } from "../people/schema.ts";
import { countWithoutLogin } from "../people/service.ts";
import { mergePeople, previewOf } from "./merges/service.ts";
import { merge } from "./schema.ts";
import { everybodyHere, ownPage, personPage } from "./service.ts";

export const procedures = {
  admin: {
    /** Everybody who is here, with what they are and which units they have today. */
    all: adminProcedure.query(({ ctx }) => everybodyHere(ctx.db, ctx.now().today)),
    /** How many of them cannot sign in. */
    withoutLogin: cacheable.admin.query(({ ctx }) => countWithoutLogin(ctx.db)),
    one: adminProcedure
      .input(onePerson)
      .query(({ ctx, input }) => personPage(ctx.db, input.personId, ctx.now())),
  },
  resident: {
    /** The page of a resident about themselves: all that the building knows of them. */
    mine: residentProcedure
      .input(ofProfile.optional())
      .query(({ ctx }) => ownPage(ctx, ctx.subject.id)),
  },
};

export const merges = {
  procedures: {
    admin: {
      /** Shows who would stay and what would move to them, or why that is refused. */
      preview: adminProcedure.input(merge).query(({ ctx, input }) => previewOf(ctx.db, input)),
      merge: adminProcedure
        .input(merge)
        .mutation(({ ctx, input }) => mergePeople(ctx.db, ctx.by, input, ctx.now())),
    },
  },
};
