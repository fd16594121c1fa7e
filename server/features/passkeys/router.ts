import { write } from "../../db.ts";
import { AppError } from "../../errors.ts";
import { confirmSelf } from "../../platform/auth/credentials.ts";
import { deviceInWords } from "../../platform/auth/devices.ts";
import {
  checkRegistration,
  checkSignIn,
  passkeysOf,
  registrationOptions,
  type Site,
  signInOptions,
  siteOf,
} from "../../platform/auth/passkeys.ts";
import { callerOf, countFailure, refuseWhileHeld } from "../../platform/auth/throttle.ts";
import { readSetting } from "../../platform/settings/settings.ts";
import { type Context, memberProcedure, publicProcedure } from "../../trpc.ts";
import { perhapsOwnPassword } from "../factors/schema.ts";
import { personById } from "../people/service.ts";
import { signInAs } from "../session/router.ts";
import { made, passkey, signed } from "./schema.ts";
import { addPasskey, removePasskey, signedInBy } from "./service.ts";

/** @throws passkeys.off where the house has no name with HTTPS */
function siteFor({ origin }: Pick<Context, "origin">): Site {
  const site = siteOf(origin());
  if (!site) throw new AppError("passkeys.off");
  return site;
}

export const passkeys = {
  public: {
    /** What a browser needs to sign somebody in with a passkey. */
    begin: publicProcedure.mutation(({ ctx }) => signInOptions(ctx.db, siteFor(ctx), ctx.now().at)),
    /** Signs in whose passkey it is. It asks for a finger or a PIN, so it is both steps in one. */
    signIn: publicProcedure.input(signed).mutation(async ({ ctx, input }) => {
      const { db, by } = ctx;
      const site = siteFor(ctx);
      const counter = { kind: "address", of: callerOf(by.origin) } as const;
      refuseWhileHeld(db, [counter], ctx.now().at);
      try {
        const used = await checkSignIn(db, site, input.response, ctx.now().at);
        const account = write(db, () => signedInBy(db, by, used, ctx.now()));
        return signInAs(ctx, account, false);
      } catch (error) {
        if (error instanceof AppError) countFailure(db, [counter], ctx.now().at);
        throw error;
      }
    }),
  },
  member: {
    own: memberProcedure.query(({ ctx }) =>
      passkeysOf(ctx.db, ctx.account.id).map(({ credentialId: _, ...shown }) => shown),
    ),
    /** What a browser needs to make one. */
    beginAdding: memberProcedure
      .input(perhapsOwnPassword.optional())
      .mutation(async ({ ctx: { db, account, ...ctx }, input }) => {
        const site = siteFor(ctx);
        await confirmSelf(db, account, input?.currentPassword, ctx.now());
        const building = readSetting(db, "buildingName");
        return registrationOptions(db, site, building, personById(db, account.id), ctx.now().at);
      }),
    add: memberProcedure.input(made).mutation(async ({ ctx, input }) => {
      const { db, by, account, userAgent } = ctx;
      const { at } = ctx.now();
      const key = await checkRegistration(db, siteFor(ctx), account.id, input.response, at);
      addPasskey(db, by, account.id, { ...key, label: deviceInWords(userAgent) }, ctx.now());
      return { message: "You can log in with this device now." };
    }),
    remove: memberProcedure.input(passkey).mutation(({ ctx, input }) => {
      removePasskey(ctx.db, ctx.by, ctx.account.id, input.id, ctx.now());
      return { message: "The passkey no longer works." };
    }),
  },
};
