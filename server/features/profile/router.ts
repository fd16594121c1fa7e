import { handOverLink } from "../../platform/auth/handOver.ts";
import { named } from "../../schema.ts";
import { adminProcedure, type Context, residentProcedure, staffProcedure } from "../../trpc.ts";
import { type ProfileUpdate, profileUpdate } from "./schema.ts";
import { profileOf, updateProfile } from "./service.ts";

/** A changed address gets a fresh verification mail where mail is set up. */
const update = (ctx: Context, accountId: string, { profileId: _, ...input }: ProfileUpdate) =>
  updateProfile(ctx.db, ctx.by, accountId, input, ctx.now(), (profile) => {
    if (ctx.config.mail) handOverLink(ctx, "verify", profile, ctx.now());
  });

const optionallyNamed = named.optional();

export const profile = {
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
