import { adminProcedure, memberProcedure } from "../../../api/procedures.ts";
import { confirmPassword } from "../../../platform/auth/passwords/credentials.ts";
import { ownPassword, perhapsOwnPassword } from "../../../platform/auth/schema.ts";
import { holdersOfSecondFactor } from "../../../platform/auth/twoFactor/twoFactor.ts";
import { readSetting } from "../../../platform/settings/settings.ts";
import { person } from "../../people/schema.ts";
import { qrOf } from "../invites/service.ts";
import { adminsRule, firstCode } from "../schema.ts";
import {
  beginSecondStep,
  renewCodes,
  resetSecondStep,
  ruleForAdmins,
  secondStepOf,
  tokensWithoutSecondStep,
  turnOff,
  turnOn,
} from "./service.ts";

/** Also for admins who must set up a second factor first. */
const alsoFor = ["lacksSecondStep"] as const;

export const procedures = {
  member: {
    /** The state of the caller's own second factor. */
    own: memberProcedure.meta({ alsoFor }).query(({ ctx }) => secondStepOf(ctx.db, ctx.account)),
    /** The secret, and its QR code for an app. */
    begin: memberProcedure
      .meta({ alsoFor, reauthenticate: true })
      .input(perhapsOwnPassword.optional())
      .mutation(async ({ ctx }) => {
        const made = beginSecondStep(ctx.db, ctx.by, ctx.account.id, ctx.now());
        return { ...made, qr: await qrOf(made.uri) };
      }),
    turnOn: memberProcedure
      .meta({ alsoFor })
      .input(firstCode)
      .mutation(({ ctx, input }) => ({
        codes: turnOn(ctx.db, ctx.by, ctx.account.id, input.code, ctx.now()),
      })),
    newCodes: memberProcedure.input(ownPassword).mutation(async ({ ctx, input }) => {
      await confirmPassword(ctx.db, ctx.account.id, input.currentPassword, ctx.now());
      return { codes: renewCodes(ctx.db, ctx.by, ctx.account.id, ctx.now()) };
    }),
    turnOff: memberProcedure.input(ownPassword).mutation(async ({ ctx, input }) => {
      await confirmPassword(ctx.db, ctx.account.id, input.currentPassword, ctx.now());
      turnOff(ctx.db, ctx.by, ctx.account, ctx.now());
    }),
  },
  admin: {
    /** The ids of everybody with a second factor, and whether admins must have one. */
    all: adminProcedure.query(({ ctx }) => ({
      people: holdersOfSecondFactor(ctx.db),
      adminsMust: readSetting(ctx.db, "adminsNeedSecondStep"),
      stoppingTokens: tokensWithoutSecondStep(ctx.db, ctx.now()),
    })),
    reset: adminProcedure
      .meta({ reauthenticate: true })
      .input(person)
      .mutation(({ ctx, input }) => resetSecondStep(ctx.db, ctx.by, input.id, ctx.now())),
    rule: adminProcedure
      .meta({ reauthenticate: true })
      .input(adminsRule)
      .mutation(({ ctx, input }) =>
        ruleForAdmins(ctx.db, ctx.by, ctx.account.id, input.on, ctx.now()),
      ),
  },
};
