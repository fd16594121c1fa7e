import { write } from "../../db.ts";
import { accountByName } from "../../platform/auth/accounts.ts";
import { handOverLink } from "../../platform/auth/handOver.ts";
import { hashPassword } from "../../platform/auth/passwords.ts";
import { endSession, enter } from "../../platform/auth/sessions.ts";
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
  signOutEverywhere,
} from "./service.ts";

/** Signs a person in on this browser and tells who it is now. */
export function signInAs(
  ctx: Context,
  person: Parameters<typeof sessionFor>[0],
  mustChangePassword: boolean,
): Session {
  enter(ctx, person.id);
  return sessionFor(person, mustChangePassword);
}

export const session = {
  public: {
    signIn: publicProcedure.input(signIn).mutation(async ({ ctx, input }) => {
      const { account, mustChangePassword } = await checkCredentials(
        ctx.db,
        ctx.by,
        input,
        ctx.now(),
      );
      return signInAs(ctx, account, mustChangePassword);
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
      if (account) write(ctx.db, () => handOverLink(ctx, "reset", account, ctx.now()));
      return {
        message: ctx.config.mail
          ? "If we know you, a link to choose a new password is in your mail."
          : "Ask an admin of your building for a link to choose a new password.",
      };
    }),
  },
  member: {
    changePassword: memberProcedure.input(passwordChange).mutation(async ({ ctx, input }) => {
      const hash = await hashPassword(input.password);
      // Last, so that nothing comes between: no other change of password, no removal.
      await confirmPassword(ctx.db, ctx.account.id, input.currentPassword);
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
