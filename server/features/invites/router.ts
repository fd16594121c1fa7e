import { write } from "../../db.ts";
import { recordChange } from "../../platform/audit/audit.ts";
import { handOverLink } from "../../platform/auth/handOver.ts";
import { hashPassword } from "../../platform/auth/passwords.ts";
import { adminProcedure, publicProcedure } from "../../trpc.ts";
import { invitation, person } from "../people/schema.ts";
import { addPerson, personById } from "../people/service.ts";
import { signInAs } from "../session/router.ts";
import { forgetPasswordLinks } from "../session/service.ts";
import { chosenPassword, linkToken } from "./schema.ts";
import { linkInWords, qrOf, refuseDeadLink, setPasswordByLink, verifyEmail } from "./service.ts";

export const invites = {
  public: {
    look: publicProcedure
      .input(linkToken)
      .query(({ ctx, input }) => linkInWords(ctx.db, input.token, ctx.now())),
    setPassword: publicProcedure.input(chosenPassword).mutation(async ({ ctx, input }) => {
      refuseDeadLink(ctx.db, input.token, ctx.now());
      const hash = await hashPassword(input.password);
      return signInAs(ctx, setPasswordByLink(ctx.db, ctx.by, input.token, hash, ctx.now()), false);
    }),
    verify: publicProcedure.input(linkToken).mutation(({ ctx, input }) => {
      verifyEmail(ctx.db, ctx.by, input.token, ctx.now());
      return { message: "Your email address is verified." };
    }),
  },
  admin: {
    /** Makes an account without a password and the link with which its owner chooses one. */
    invite: adminProcedure.input(invitation).mutation(async ({ ctx, input }) => {
      const made = write(ctx.db, () => {
        const id = addPerson(ctx.db, ctx.by, input, null, ctx.now());
        return { id, ...handOverLink(ctx, "invite", { id, ...input }, ctx.now()) };
      });
      return { ...made, qr: await qrOf(made.link) };
    }),
    /** A link with which somebody who forgot their password, or lost their invite, chooses a new one. */
    resetLink: adminProcedure.input(person).mutation(async ({ ctx, input }) => {
      const made = write(ctx.db, () => {
        const account = personById(ctx.db, input.id);
        const { at } = ctx.now();
        forgetPasswordLinks(ctx.db, account.id);
        recordChange(ctx.db, ctx.by, at, { action: "invites.reset_link", subjectId: account.id });
        return handOverLink(ctx, "reset", account, ctx.now());
      });
      return { ...made, qr: await qrOf(made.link) };
    }),
  },
};
