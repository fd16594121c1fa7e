import {
  adminProcedure,
  type Context,
  isAdmin,
  memberProcedure,
  residentProcedure,
  staffProcedure,
} from "../../../api/procedures.ts";
import { authError } from "../../../platform/auth/errors.ts";
import { handOverLink } from "../../../platform/auth/links/delivery.ts";
import { countOwnMail } from "../../../platform/auth/links/mailLimit.ts";
import { confirmPassword } from "../../../platform/auth/passwords/credentials.ts";
import { type Counter, counting } from "../../../platform/auth/passwords/throttle.ts";
import { ownPassword } from "../../../platform/auth/schema.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import { addressChangedMail } from "../../../platform/mail/messages.ts";
import { readSetting } from "../../../platform/settings/settings.ts";
import { ofProfile } from "../../../platform/validation/schema.ts";
import { type ProfileUpdate, profileUpdate } from "../schema.ts";
import {
  movesEmail,
  onlyConfirms,
  profileOf,
  proveEmail,
  updateProfile,
  vouches,
} from "./service.ts";

/** If mail is set up, a new address gets a verification mail, and the old one gets a notice. */
function update(ctx: Context, accountId: string, { profileId: _, ...input }: ProfileUpdate) {
  const isVouched = vouches(ctx, accountId);
  if (!isVouched && onlyConfirms(ctx, accountId, input))
    throw authError("auth.password_needed", { field: "currentPassword" });
  return updateProfile(
    ctx.db,
    ctx.by,
    accountId,
    { ...input, isVouched },
    ctx.now(),
    (profile, from) => {
      if (!ctx.config.mail) return;
      if (!isAdmin(ctx.account)) countOwnMail(ctx.db, ctx.by, profile, ctx.now().at);
      const notice = addressChangedMail(readSetting(ctx.db, "buildingName"), profile.name);
      // Somebody who got their login on paper may have had none.
      if (from) queueMail(ctx.db, { personId: profile.id, to: from, ...notice }, ctx.now().at);
      handOverLink(ctx, "verify", profile, ctx.now());
    },
  );
}

/** Like `update`, for people who must not find out others' addresses. Admins see those anyway. */
function updateOwn(ctx: Context, accountId: string, input: ProfileUpdate) {
  const change = () => update(ctx, accountId, input);
  if (isAdmin(ctx.account) || !movesEmail(ctx.db, accountId, input.email)) return change();
  const counter: Counter = { kind: "takenEmail", of: accountId, accountId };
  return counting(ctx.db, [counter], ctx.now().at, change, ["people.email_taken"]);
}

const optionallyNamed = ofProfile.optional();

export const procedures = {
  member: {
    /** Confirms with the password that the owner changed the email. */
    confirmEmail: memberProcedure.input(ownPassword).mutation(async ({ ctx, input }) => {
      await confirmPassword(ctx.db, ctx.account.id, input.currentPassword, ctx.now());
      proveEmail(ctx.db, ctx.by, ctx.account.id, ctx.now());
    }),
  },
  admin: {
    get: adminProcedure
      .input(optionallyNamed)
      .query(({ ctx, input }) =>
        profileOf(ctx.db, input?.profileId ?? ctx.account.id, ctx.now().today),
      ),
    update: adminProcedure
      .input(profileUpdate)
      .mutation(({ ctx, input }) => update(ctx, input.profileId ?? ctx.account.id, input)),
  },
  resident: {
    get: residentProcedure
      .input(optionallyNamed)
      .query(({ ctx }) => profileOf(ctx.db, ctx.subject.id, ctx.now().today)),
    update: residentProcedure
      .input(profileUpdate)
      .mutation(({ ctx, input }) => updateOwn(ctx, ctx.subject.id, input)),
  },
  staff: {
    get: staffProcedure
      .input(optionallyNamed)
      .query(({ ctx }) => profileOf(ctx.db, ctx.subject.id, ctx.now().today)),
    update: staffProcedure
      .input(profileUpdate)
      .mutation(({ ctx, input }) => updateOwn(ctx, ctx.subject.id, input)),
  },
};
