import { adminProcedure, memberProcedure, publicProcedure } from "../../api/procedures.ts";
import { erasure, onePerson } from "./schema.ts";
import {
  aboutPerson,
  erasePerson,
  everybody,
  noticeOf,
  ownIdNumber,
  revealIdNumber,
  visitorsGoing,
} from "./service.ts";

export const procedures = {
  public: {
    /** Which data are stored, why and for how long. */
    notice: publicProcedure.query(({ ctx }) => noticeOf(ctx)),
  },
  member: {
    /** The caller's own complete ID number. */
    idNumber: memberProcedure.query(({ ctx }) => ({
      idNumber: ownIdNumber(ctx.db, ctx.account.id),
    })),
  },
  admin: {
    people: adminProcedure.query(({ ctx }) => everybody(ctx.db, ctx.now().today)),
    person: adminProcedure
      .input(onePerson)
      .query(({ ctx, input }) =>
        aboutPerson(ctx.db, input.id, ctx.config.privacy, ctx.now().today),
      ),
    /** Visitors whose names will be deleted next. */
    visitors: adminProcedure.query(({ ctx }) =>
      visitorsGoing(ctx.db, ctx.config.privacy, ctx.now()),
    ),
    /** A mutation, because the access is recorded. */
    reveal: adminProcedure.input(onePerson).mutation(({ ctx, input }) => ({
      idNumber: revealIdNumber(ctx.db, ctx.by, input.id, ctx.now()),
    })),
    erase: adminProcedure
      .input(erasure)
      .mutation(({ ctx, input }) => erasePerson(ctx, ctx.by, input, ctx.now())),
  },
};
