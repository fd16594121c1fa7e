import { confirmPassword, confirmSelf } from "../../platform/auth/credentials.ts";
import { whoHasSecondFactor } from "../../platform/auth/secondFactor.ts";
import { readSetting } from "../../platform/settings/settings.ts";
import { adminProcedure, memberProcedure } from "../../trpc.ts";
import { qrOf } from "../invites/service.ts";
import { person } from "../people/schema.ts";
import { adminsRule, firstCode, ownPassword, perhapsOwnPassword } from "./schema.ts";
import {
  beginSecondStep,
  renewCodes,
  resetSecondStep,
  ruleForAdmins,
  secondStepOf,
  turnOff,
  turnOn,
} from "./service.ts";

export const factors = {
  member: {
    /** One's own second step. */
    own: memberProcedure.query(({ ctx }) => secondStepOf(ctx.db, ctx.account)),
    /** The secret, and the picture that an app scans. */
    begin: memberProcedure.input(perhapsOwnPassword.optional()).mutation(async ({ ctx, input }) => {
      await confirmSelf(ctx.db, ctx.account, input?.currentPassword, ctx.now());
      const made = beginSecondStep(ctx.db, ctx.by, ctx.account.id, ctx.now());
      return { ...made, qr: await qrOf(made.uri) };
    }),
    turnOn: memberProcedure.input(firstCode).mutation(({ ctx, input }) => ({
      codes: turnOn(ctx.db, ctx.by, ctx.account.id, input.code, ctx.now()),
    })),
    newCodes: memberProcedure.input(ownPassword).mutation(async ({ ctx, input }) => {
      await confirmPassword(ctx.db, ctx.account.id, input.currentPassword, ctx.now());
      return { codes: renewCodes(ctx.db, ctx.by, ctx.account.id, ctx.now()) };
    }),
    turnOff: memberProcedure.input(ownPassword).mutation(async ({ ctx, input }) => {
      await confirmPassword(ctx.db, ctx.account.id, input.currentPassword, ctx.now());
      turnOff(ctx.db, ctx.by, ctx.account, ctx.now());
      return { message: "Your password alone lets you in again." };
    }),
  },
  admin: {
    /** The ids of everybody who has a second step, and whether admins must. */
    all: adminProcedure.query(({ ctx }) => ({
      people: whoHasSecondFactor(ctx.db),
      adminsMust: readSetting(ctx.db, "adminsNeedSecondStep"),
    })),
    reset: adminProcedure.input(person).mutation(({ ctx, input }) => {
      resetSecondStep(ctx.db, ctx.by, input.id, ctx.now());
      return { message: "Their password alone lets them in now." };
    }),
    rule: adminProcedure.input(adminsRule).mutation(({ ctx, input }) => {
      ruleForAdmins(ctx.db, ctx.by, ctx.account.id, input.on, ctx.now());
      return { message: input.on ? "Admins need a second step now." : "A password will do now." };
    }),
  },
};
