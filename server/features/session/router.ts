import { accountByName } from "../../platform/auth/accounts.ts";
import { handOverLink } from "../../platform/auth/handOver.ts";
import { hashPassword } from "../../platform/auth/passwords.ts";
import { endSession, endSessionsOf, startSession } from "../../platform/auth/sessions.ts";
import { type Context, memberProcedure, publicProcedure } from "../../trpc.ts";
import { bearer, forgotten, newBearer, passwordChange, signIn } from "./schema.ts";
import {
  bearersOf,
  checkCredentials,
  choosePassword,
  confirmPassword,
  makeBearer,
  revokeBearer,
  type Session,
  sessionFor,
} from "./service.ts";

/** Starts a new session for a person on this browser; the one it had, if any, ends. */
export function enter(
  ctx: Context,
  person: Parameters<typeof sessionFor>[0],
  mustChangePassword: boolean,
): Session {
  if (ctx.account?.sessionId) endSession(ctx.db, ctx.account.sessionId);
  const { at } = ctx.now();
  ctx.setSessionCookie(startSession(ctx.db, person.id, at, ctx.config.session, ctx.userAgent));
  return sessionFor(person, mustChangePassword);
}

export const session = {
  public: {
    signIn: publicProcedure.input(signIn).mutation(async ({ ctx, input }) => {
      const { account, mustChangePassword } = await checkCredentials(ctx.db, input, ctx.now());
      return enter(ctx, account, mustChangePassword);
    }),
    signOut: publicProcedure.mutation(({ ctx }) => {
      if (ctx.account?.sessionId) endSession(ctx.db, ctx.account.sessionId);
      ctx.setSessionCookie(null);
      return { message: "You are signed out." };
    }),
    current: publicProcedure.query(({ ctx }) =>
      ctx.account ? sessionFor(ctx.account, ctx.account.mustChangePassword) : null,
    ),
    /** The ways to sign in that this building has. */
    ways: publicProcedure.query(({ ctx }) => ({
      oidc: ctx.config.oidc !== null,
      mail: ctx.config.mail !== null,
    })),
    /** Mails a reset link where mail is set up. Answers the same whether or not the account exists. */
    forgot: publicProcedure.input(forgotten).mutation(({ ctx, input }) => {
      const account = ctx.config.mail ? accountByName(ctx.db, input.username) : undefined;
      if (account) handOverLink(ctx, "reset", account, ctx.now());
      return {
        message: ctx.config.mail
          ? "If we know you, a link to choose a new password is in your mail."
          : "Ask an admin of your building for a link to choose a new password.",
      };
    }),
  },
  member: {
    changePassword: memberProcedure.input(passwordChange).mutation(async ({ ctx, input }) => {
      await confirmPassword(ctx.db, ctx.account.id, input.currentPassword);
      const hash = await hashPassword(input.password);
      choosePassword(ctx.db, ctx.by, ctx.account.id, hash, ctx.now());
      return enter(ctx, ctx.account, false);
    }),
    signOutEverywhere: memberProcedure.mutation(({ ctx }) => {
      endSessionsOf(ctx.db, ctx.account.id, { andTokens: true });
      ctx.setSessionCookie(null);
      return { message: "You are signed out everywhere." };
    }),
    /** Bearer tokens for scripts; a token itself is only ever answered by `makeToken`. */
    tokens: memberProcedure.query(({ ctx }) => bearersOf(ctx.db, ctx.account.id)),
    makeToken: memberProcedure
      .input(newBearer)
      .mutation(({ ctx, input }) =>
        makeBearer(ctx.db, ctx.by, ctx.account.id, input.label, ctx.now().at),
      ),
    revokeToken: memberProcedure.input(bearer).mutation(({ ctx, input }) => {
      revokeBearer(ctx.db, ctx.by, ctx.account.id, input.id, ctx.now().at);
      return { message: "The token no longer works." };
    }),
  },
};
