import { write } from "../../db.ts";
import { accountByName } from "../../platform/auth/accounts.ts";
import {
  checkCredentials,
  checkHalfWay,
  confirmPassword,
  confirmSelf,
} from "../../platform/auth/credentials.ts";
import { handOverLink } from "../../platform/auth/handOver.ts";
import { siteOf } from "../../platform/auth/passkeys.ts";
import { hashChosen } from "../../platform/auth/passwords.ts";
import { enter } from "../../platform/auth/sessions.ts";
import { whoIsHeld } from "../../platform/auth/throttle.ts";
import { adminProcedure, type Context, memberProcedure, publicProcedure } from "../../trpc.ts";
import { person } from "../people/schema.ts";
import { personById } from "../people/service.ts";
import {
  bearer,
  device,
  forgotten,
  newBearer,
  passwordChange,
  secondStep,
  signIn,
} from "./schema.ts";
import {
  bearersOf,
  choosePassword,
  countMailAskedFor,
  devicesOf,
  makeBearer,
  revokeBearer,
  type Session,
  sessionFor,
  signOut,
  signOutDevice,
  signOutEverywhere,
  unlock,
} from "./service.ts";

/** Signs a person in on this browser and tells who it is now. */
export function signInAs(
  ctx: Context,
  person: Parameters<typeof sessionFor>[1],
  mustChangePassword: boolean,
): Session {
  enter(ctx, person.id);
  return sessionFor(ctx.db, person, mustChangePassword);
}

export const session = {
  public: {
    signIn: publicProcedure.input(signIn).mutation(async ({ ctx, input }) => {
      const { account, mustChangePassword } = await checkCredentials(
        ctx.db,
        ctx.by,
        input,
        ctx.deviceToken,
        ctx.now(),
      );
      return signInAs(ctx, account, mustChangePassword);
    }),
    /** Signs in whom a provider vouched for, when they show their second step too. */
    secondStep: publicProcedure.input(secondStep).mutation(({ ctx, input }) => {
      const { account, mustChangePassword } = checkHalfWay(
        ctx.db,
        ctx.by,
        ctx,
        input.code,
        ctx.now(),
      );
      ctx.setHalfWayCookie(null);
      return signInAs(ctx, account, mustChangePassword);
    }),
    signOut: publicProcedure.mutation(({ ctx }) => {
      if (ctx.account?.sessionId) signOut(ctx.db, ctx.by, ctx.account.sessionId, ctx.now());
      ctx.setSessionCookie(null);
      return { message: "You are signed out." };
    }),
    current: publicProcedure.query(({ ctx }) =>
      ctx.account ? sessionFor(ctx.db, ctx.account, ctx.account.mustChangePassword) : null,
    ),
    /** The ways to sign in that this building has. */
    ways: publicProcedure.query(({ ctx }) => ({
      oidc: ctx.config.oidc !== null,
      mail: ctx.config.mail !== null,
      /** The name to open the house at for passkeys; null: it has none. */
      passkeys: siteOf(ctx.origin())?.name ?? null,
    })),
    /**
     * Mails a reset link where mail is set up. Answers the same, and as fast, whether or not the
     * account exists: the work is done afterwards.
     */
    forgot: publicProcedure.input(forgotten).mutation(({ ctx, input }) => {
      if (!ctx.config.mail)
        return { message: "Ask an admin of your building for a link to choose a new password." };
      countMailAskedFor(ctx.db, ctx.by, input.username, ctx.now().at);
      ctx.afterAnswer(() => {
        const account = accountByName(ctx.db, input.username);
        if (account) write(ctx.db, () => handOverLink(ctx, "reset", account, ctx.now()));
      });
      return { message: "If we know you, a link to choose a new password is in your mail." };
    }),
  },
  member: {
    changePassword: memberProcedure.input(passwordChange).mutation(async ({ ctx, input }) => {
      const self = personById(ctx.db, ctx.account.id);
      const hash = await hashChosen(ctx.db, input.password, self);
      // Last, so that nothing comes between: no other change of password, no removal.
      await confirmPassword(ctx.db, ctx.account.id, input.currentPassword, ctx.now());
      choosePassword(ctx.db, ctx.by, ctx.account.id, hash, ctx.now());
      return signInAs(ctx, ctx.account, false);
    }),
    /** Mails the link that verifies one's own address once more. */
    sendVerification: memberProcedure.mutation(({ ctx }) => {
      if (!ctx.config.mail) return { message: "This building sends no mail; nothing to verify." };
      handOverLink(ctx, "verify", ctx.account, ctx.now());
      return { message: `A link to verify your address is on its way to ${ctx.account.email}.` };
    }),
    signOutEverywhere: memberProcedure.mutation(({ ctx }) => {
      signOutEverywhere(ctx.db, ctx.by, ctx.account.id, ctx.now());
      ctx.setSessionCookie(null);
      return { message: "You are signed out everywhere." };
    }),
    /** Where one is signed in. */
    devices: memberProcedure.query(({ ctx }) => devicesOf(ctx.db, ctx.account, ctx.now())),
    signOutDevice: memberProcedure.input(device).mutation(({ ctx, input }) => {
      signOutDevice(ctx.db, ctx.by, ctx.account.id, input.id, ctx.now());
      return { message: "That device is signed out." };
    }),
    /** Bearer tokens for scripts; a token itself is only ever answered by `makeToken`. */
    tokens: memberProcedure.query(({ ctx }) => bearersOf(ctx.db, ctx.account.id)),
    makeToken: memberProcedure.input(newBearer).mutation(async ({ ctx, input }) => {
      await confirmSelf(ctx.db, ctx.account, input.currentPassword, ctx.now());
      return makeBearer(ctx.db, ctx.by, ctx.account.id, input.label, ctx.now().at);
    }),
    revokeToken: memberProcedure.input(bearer).mutation(({ ctx, input }) => {
      revokeBearer(ctx.db, ctx.by, ctx.account.id, input.id, ctx.now().at);
      return { message: "The token no longer works." };
    }),
  },
  admin: {
    /** The ids of who is kept out for now, because of too many wrong tries. */
    held: adminProcedure.query(({ ctx }) => whoIsHeld(ctx.db, ctx.now().at)),
    unlock: adminProcedure.input(person).mutation(({ ctx, input }) => {
      unlock(ctx.db, ctx.by, input.id, ctx.now());
      return { message: "They can try again now." };
    }),
  },
};
