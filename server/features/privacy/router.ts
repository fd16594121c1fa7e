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

export const privacy = {
  public: {
    /** What is kept, why and how long. */
    notice: publicProcedure.query(({ ctx }) => noticeOf(ctx)),
  },
  member: {
    /** One's own ID number, whole. */
    idNumber: memberProcedure.query(({ ctx }) => ({
      idNumber: ownIdNumber(ctx.db, ctx.account.id),
    })),
  },
  admin: {
    people: adminProcedure.query(({ ctx }) => everybody(ctx.db)),
    person: adminProcedure
      .input(onePerson)
      .query(({ ctx, input }) => aboutPerson(ctx.db, input.id, ctx.config.privacy)),
    /** Whose names go by themselves next. */
    visitors: adminProcedure.query(({ ctx }) =>
      visitorsGoing(ctx.db, ctx.config.privacy, ctx.now()),
    ),
    /** A mutation, because that somebody looked is noted. */
    reveal: adminProcedure.input(onePerson).mutation(({ ctx, input }) => ({
      idNumber: revealIdNumber(ctx.db, ctx.by, input.id, ctx.now()),
    })),
    erase: adminProcedure.input(erasure).mutation(({ ctx, input }) => {
      erasePerson(ctx.db, ctx.by, input, ctx.now());
      return { message: "Erased. The fines stay, without a name." };
    }),
  },
};
