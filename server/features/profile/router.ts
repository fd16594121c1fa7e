import { confirmPassword } from "../../platform/auth/credentials.ts";
import { handOverLink } from "../../platform/auth/handOver.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { addressChangedMail } from "../../platform/mail/messages.ts";
import { readSetting } from "../../platform/settings/settings.ts";
import { named } from "../../schema.ts";
import {
  adminProcedure,
  type Context,
  memberProcedure,
  residentProcedure,
  staffProcedure,
} from "../../trpc.ts";
import { ownPassword } from "../factors/schema.ts";
import { type ProfileUpdate, profileUpdate } from "./schema.ts";
import { profileOf, proveEmail, updateProfile } from "./service.ts";

/** Where mail is set up a changed address gets a fresh verification, and the old one is told. */
const update = (ctx: Context, accountId: string, { profileId: _, ...input }: ProfileUpdate) =>
  updateProfile(ctx.db, ctx.by, accountId, input, ctx.now(), (profile, from) => {
    if (!ctx.config.mail) return;
    const told = addressChangedMail(readSetting(ctx.db, "buildingName"), profile.name);
    queueMail(ctx.db, { to: from, ...told }, ctx.now().at);
    handOverLink(ctx, "verify", profile, ctx.now());
  });

const optionallyNamed = named.optional();

export const profile = {
  member: {
    /** Confirms with the password that it was oneself who changed the email. */
    confirmEmail: memberProcedure.input(ownPassword).mutation(async ({ ctx, input }) => {
      await confirmPassword(ctx.db, ctx.account.id, input.currentPassword, ctx.now());
      proveEmail(ctx.db, ctx.by, ctx.account.id, ctx.now());
      return { message: "Links to choose a password go to this address again." };
    }),
  },
  admin: {
    get: adminProcedure
      .input(optionallyNamed)
      .query(({ ctx, input }) => profileOf(ctx.db, input?.profileId ?? ctx.account.id)),
    update: adminProcedure
      .input(profileUpdate)
      .mutation(({ ctx, input }) => update(ctx, input.profileId ?? ctx.account.id, input)),
  },
  resident: {
    get: residentProcedure
      .input(optionallyNamed)
      .query(({ ctx }) => profileOf(ctx.db, ctx.subject.id)),
    update: residentProcedure
      .input(profileUpdate)
      .mutation(({ ctx, input }) => update(ctx, ctx.subject.id, input)),
  },
  staff: {
    get: staffProcedure
      .input(optionallyNamed)
      .query(({ ctx }) => profileOf(ctx.db, ctx.subject.id)),
    update: staffProcedure
      .input(profileUpdate)
      .mutation(({ ctx, input }) => update(ctx, ctx.subject.id, input)),
  },
};
