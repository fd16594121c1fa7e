import { type Context, memberProcedure, publicProcedure } from "../../../api/procedures.ts";
import { write } from "../../../database/open.ts";
import { AppError } from "../../../errors.ts";
import { deviceInWords } from "../../../platform/audit/device.ts";
import {
  checkRegistration,
  checkSignIn,
  passkeysOf,
  registrationOptions,
  type Site,
  signInOptions,
  siteOf,
} from "../../../platform/auth/passkeys/passkeys.ts";
import { callerOf, countFailure, tryInTurn } from "../../../platform/auth/passwords/throttle.ts";
import { perhapsOwnPassword } from "../../../platform/auth/schema.ts";
import { readSetting } from "../../../platform/settings/settings.ts";
import { memberById } from "../../people/service.ts";
import { accountError } from "../errors.ts";
import { signInAs } from "../session/router.ts";
import { made, passkey, signed } from "./schema.ts";
import { addPasskey, removePasskey, signedInBy } from "./service.ts";

/** @throws passkeys.off if the server's address is not a host name with HTTPS */
function siteFor({ origin }: Pick<Context, "origin">): Site {
  const site = siteOf(origin());
  if (!site) throw accountError("passkeys.off");
  return site;
}

export const procedures = {
  public: {
    /** The options a browser needs to sign in with a passkey. */
    begin: publicProcedure.mutation(({ ctx }) => signInOptions(ctx.db, siteFor(ctx), ctx.now().at)),
    /** Signs in the passkey's owner. It counts as both factors: a finger or PIN is needed too. */
    signIn: publicProcedure.input(signed).mutation(async ({ ctx, input }) => {
      const { db, by } = ctx;
      const site = siteFor(ctx);
      const counter = { kind: "address", of: callerOf(by.origin) } as const;
      const accountId = await tryInTurn(db, [counter], ctx.now().at, async () => {
        try {
          const used = await checkSignIn(db, site, input.response, ctx.now().at);
          return write(db, () => signedInBy(db, by, used, ctx.now()));
        } catch (error) {
          if (error instanceof AppError) countFailure(db, [counter], ctx.now().at);
          throw error;
        }
      });
      return signInAs(ctx, accountId, false);
    }),
  },
  member: {
    own: memberProcedure.query(({ ctx }) =>
      passkeysOf(ctx.db, ctx.account.id).map(({ credentialId: _, ...shown }) => shown),
    ),
    /** The options a browser needs to create a passkey. */
    beginAdding: memberProcedure
      .meta({ reauthenticate: true })
      .input(perhapsOwnPassword.optional())
      .mutation(({ ctx: { db, account, ...ctx } }) => {
        const site = siteFor(ctx);
        const building = readSetting(db, "buildingName");
        return registrationOptions(db, site, building, memberById(db, account.id), ctx.now().at);
      }),
    add: memberProcedure.input(made).mutation(async ({ ctx, input }) => {
      const { db, by, account, userAgent } = ctx;
      const { at } = ctx.now();
      const key = await checkRegistration(db, siteFor(ctx), account.id, input.response, at);
      addPasskey(db, by, account.id, { ...key, label: deviceInWords(userAgent) }, ctx.now());
    }),
    remove: memberProcedure.input(passkey).mutation(({ ctx, input }) => {
      removePasskey(ctx.db, ctx.by, ctx.account.id, input.id, ctx.now());
    }),
  },
};
