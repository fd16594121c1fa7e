import { adminProcedure, type Context, publicProcedure } from "../../../api/procedures.ts";
import { write } from "../../../database/open.ts";
import { handOverLink } from "../../../platform/auth/links/delivery.ts";
import { hashChosen } from "../../../platform/auth/passwords/passwords.ts";
import { callerOf, counting } from "../../../platform/auth/passwords/throttle.ts";
import { hasSecondFactor } from "../../../platform/auth/twoFactor/twoFactor.ts";
import { invitation, makesAdmin, person } from "../../people/schema.ts";
import { addMember } from "../members/service.ts";
import { chosenPassword, linkToken } from "../schema.ts";
import { signInAs } from "../session/router.ts";
import {
  linkInWords,
  ownerOfLink,
  qrOf,
  resetLinkFor,
  setPasswordByLink,
  verifyEmail,
} from "./service.ts";

/** Counts invalid links and codes, so that nobody can try codes by the thousand. */
function guessing<T>({ db, by, now }: Context, look: () => T): T {
  const counter = { kind: "link", of: callerOf(by.origin) } as const;
  return counting(db, [counter], now().at, look);
}

/** The calls of people who open a link that they were given. */
export const links = {
  public: {
    look: publicProcedure
      .input(linkToken)
      .query(({ ctx, input }) => guessing(ctx, () => linkInWords(ctx.db, input.token, ctx.now()))),
    setPassword: publicProcedure.input(chosenPassword).mutation(async ({ ctx, input }) => {
      const { token, removePasskeys } = input;
      const person = guessing(ctx, () => ownerOfLink(ctx.db, token, ctx.now()));
      const hash = await hashChosen(ctx.db, input.password, person);
      const chosen = { token, hash, removePasskeys };
      const ownerId = setPasswordByLink(ctx.db, ctx.by, chosen, ctx.now());
      // Somebody who can read a person's mail lacks the second factor, so they must still log in.
      return hasSecondFactor(ctx.db, ownerId) ? null : signInAs(ctx, ownerId, false);
    }),
    verify: publicProcedure.input(linkToken).mutation(({ ctx, input }) => {
      guessing(ctx, () => verifyEmail(ctx.db, ctx.by, input.token, ctx.now()));
      return { message: "Your email address is verified." };
    }),
  },
};

export const procedures = {
  admin: {
    /** Creates an account without a password, and the link to choose one. */
    invite: adminProcedure
      .meta({ reauthenticate: makesAdmin })
      .input(invitation)
      .mutation(async ({ ctx, input }) => {
        const made = write(ctx.db, () => {
          const id = addMember(ctx.db, ctx.by, input, null, ctx.now());
          return { id, ...handOverLink(ctx, "invite", { id, ...input }, ctx.now()) };
        });
        return { ...made, qr: await qrOf(made.link) };
      }),
    /** A link to choose a new password, for people who forgot theirs or lost their invite. */
    resetLink: adminProcedure
      .meta({ reauthenticate: true })
      .input(person)
      .mutation(async ({ ctx, input }) => {
        const made = resetLinkFor(ctx, ctx.by, input.id, ctx.now());
        return { ...made, qr: await qrOf(made.link) };
      }),
  },
};
