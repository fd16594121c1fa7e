import {
  adminProcedure,
  type Context,
  memberProcedure,
  publicProcedure,
} from "../../../api/procedures.ts";
import { write } from "../../../database/open.ts";
import { accountByName } from "../../../platform/auth/accounts.ts";
import { handOverLink } from "../../../platform/auth/links/delivery.ts";
import {
  countOwnMail,
  countRequestedMail,
  takesMail,
} from "../../../platform/auth/links/mailLimit.ts";
import { siteOf } from "../../../platform/auth/passkeys/passkeys.ts";
import {
  checkCredentials,
  checkHalfWay,
  confirmPassword,
} from "../../../platform/auth/passwords/credentials.ts";
import { hashChosen } from "../../../platform/auth/passwords/passwords.ts";
import { blockedAccounts } from "../../../platform/auth/passwords/throttle.ts";
import { perhapsOwnPassword } from "../../../platform/auth/schema.ts";
import { enter } from "../../../platform/auth/sessions/sessions.ts";
import { readSetting } from "../../../platform/settings/settings.ts";
import { person } from "../../people/schema.ts";
import { memberById } from "../../people/service.ts";
import {
  bearer,
  device,
  forgotten,
  newBearer,
  passwordChange,
  passwordReplacement,
  secondStep,
  signIn,
} from "./schema.ts";
import {
  bearersOf,
  choosePassword,
  devicesOf,
  makeBearer,
  revokeBearer,
  type Session,
  sessionFor,
  signOut,
  signOutDevice,
  signOutEverywhere,
  unlock,
  whyNoVerification,
} from "./service.ts";

/** Signs a person in on this browser and returns the session. */
export function signInAs(ctx: Context, accountId: string, mustChangePassword: boolean): Session {
  enter(ctx, accountId);
  return sessionFor(ctx.db, accountId, mustChangePassword, ctx.now().today);
}

/** Checks a new password and the caller's current one. Returns the new hash. */
async function hashInsteadOf(
  { db, now }: Context,
  accountId: string,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<string> {
  const hash = await hashChosen(db, password, memberById(db, accountId));
  // Last, so that no other password change or removal can happen in between.
  await confirmPassword(db, accountId, currentPassword, now());
  return hash;
}

/** The address whose HTTPS is a proxy's: the cookie is for HTTPS then, however the page was reached. */
const proxiedOver = ({ https, origin }: Context["config"]): string | null =>
  https === null && origin?.startsWith("https:") ? origin : null;

/** Also for people who must replace a password that somebody else chose. */
const choosing = { alsoFor: ["mustChangePassword"] } as const;

export const procedures = {
  public: {
    signIn: publicProcedure.input(signIn).mutation(async ({ ctx, input }) => {
      const { db, by, deviceToken } = ctx;
      const found = await checkCredentials(db, by, input, deviceToken, ctx.now());
      return signInAs(ctx, found.account.id, found.mustChangePassword);
    }),
    /** The second factor after signing in with a provider. */
    secondStep: publicProcedure.input(secondStep).mutation(({ ctx, input }) => {
      const found = checkHalfWay(ctx.db, ctx.by, ctx, input.code, ctx.now());
      ctx.setHalfWayCookie(null);
      return signInAs(ctx, found.account.id, found.mustChangePassword);
    }),
    signOut: publicProcedure.mutation(({ ctx }) => {
      if (ctx.account?.sessionId) signOut(ctx.db, ctx.by, ctx.account.sessionId, ctx.now());
      ctx.setSessionCookie(null);
      return { message: "You are signed out." };
    }),
    current: publicProcedure
      .meta({ notQueued: true })
      .query(({ ctx: { db, account, now } }) =>
        account ? sessionFor(db, account.id, account.mustChangePassword, now().today) : null,
      ),
    /** The ways to sign in to this building. */
    ways: publicProcedure.query(({ ctx }) => ({
      oidc: ctx.config.oidc !== null,
      mail: ctx.config.mail !== null,
      /** The host name at which passkeys work; null if there is none. */
      passkeys: siteOf(ctx.origin())?.name ?? null,
      /** The address over HTTPS at which alone a browser keeps a sign-in; null if it does at any. */
      secureAddress: proxiedOver(ctx.config),
      /** The person to ask, if the building names somebody here. */
      help: readSetting(ctx.db, "signInHelp"),
    })),
    /**
     * Mails a reset link if mail is set up. The response and its time are the same whether or not
     * the account exists, because the work is done afterwards.
     */
    forgot: publicProcedure.input(forgotten).mutation(({ ctx, input }) => {
      if (!ctx.config.mail)
        return { message: "Ask an admin of your building for a link to choose a new password." };
      countRequestedMail(ctx.db, ctx.by, input.username, ctx.now().at);
      ctx.afterAnswer(() => {
        const { db } = ctx;
        const account = accountByName(db, input.username);
        const member = account && memberById(db, account.id);
        if (member && takesMail(db, member, ctx.now().at))
          write(db, () => handOverLink(ctx, "forgot", member, ctx.now()));
      });
      return {
        message: "If you have an account here, we have mailed you a link to choose a new password.",
      };
    }),
  },
  member: {
    changePassword: memberProcedure
      .meta(choosing)
      .input(passwordChange)
      .mutation(async ({ ctx, input }) => {
        const hash = await hashInsteadOf(ctx, ctx.account.id, input);
        choosePassword(ctx.db, ctx.by, ctx.account.id, hash, ctx.now());
        return signInAs(ctx, ctx.account.id, false);
      }),
    /** For programs: their session continues. */
    replacePassword: memberProcedure
      .meta(choosing)
      .input(passwordReplacement)
      .mutation(async ({ ctx, input }) => {
        const { id, sessionId } = ctx.account;
        const hash = await hashInsteadOf(ctx, id, input);
        choosePassword(ctx.db, ctx.by, id, hash, ctx.now(), sessionId);
        return { message: "Password changed. The other devices are signed out." };
      }),
    /** Checks the password ahead of calls that require it but cannot send it, such as downloads. */
    confirm: memberProcedure
      .meta({ alsoFor: ["lacksSecondStep"], reauthenticate: true })
      .input(perhapsOwnPassword.optional())
      .mutation(() => undefined),
    /** Mails the verification link for the caller's own address again. */
    sendVerification: memberProcedure.mutation(({ ctx }) => {
      if (!ctx.config.mail)
        return { message: "This building sends no mail, so there is nothing to verify." };
      const member = memberById(ctx.db, ctx.account.id);
      const message = whyNoVerification(ctx.db, member);
      if (message) return { message };
      countOwnMail(ctx.db, ctx.by, member, ctx.now().at);
      handOverLink(ctx, "verify", member, ctx.now());
      return { message: `A link to verify your address is on its way to ${member.email}.` };
    }),
    signOutEverywhere: memberProcedure.mutation(({ ctx }) => {
      signOutEverywhere(ctx.db, ctx.by, ctx.account.id, ctx.now());
      ctx.setSessionCookie(null);
    }),
    /** The devices where the caller is signed in. */
    devices: memberProcedure.query(({ ctx }) => devicesOf(ctx.db, ctx.account, ctx.now())),
    signOutDevice: memberProcedure.input(device).mutation(({ ctx, input }) => {
      signOutDevice(ctx.db, ctx.by, ctx.account.id, input.id, ctx.now());
    }),
    /** Bearer tokens for scripts. Only `makeToken` returns a token itself. */
    tokens: memberProcedure.query(({ ctx }) => bearersOf(ctx.db, ctx.account.id)),
    makeToken: memberProcedure
      .meta({ reauthenticate: true })
      .input(newBearer)
      .mutation(({ ctx, input }) => {
        const made = { label: input.label, days: ctx.config.tokenMaxDays };
        return makeBearer(ctx.db, ctx.by, ctx.account.id, made, ctx.now().at);
      }),
    revokeToken: memberProcedure.input(bearer).mutation(({ ctx, input }) => {
      revokeBearer(ctx.db, ctx.by, ctx.account.id, input.id, ctx.now().at);
    }),
  },
  admin: {
    /** The ids of people who are locked out for now after too many wrong attempts. */
    held: adminProcedure.query(({ ctx }) => blockedAccounts(ctx.db, ctx.now().at)),
    unlock: adminProcedure
      .input(person)
      .mutation(({ ctx, input }) => unlock(ctx.db, ctx.by, input.id, ctx.now())),
  },
};
