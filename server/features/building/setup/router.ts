import { publicProcedure } from "../../../api/procedures.ts";
import { hashChosen } from "../../../platform/auth/passwords/passwords.ts";
import { readSetting } from "../../../platform/settings/settings.ts";
import { signInAs } from "../../account/session/router.ts";
import { firstAdmin } from "./schema.ts";
import { deleteSetupLinkFile, needsSetup, refuseUnlessFresh, setUp } from "./service.ts";

export const procedures = {
  public: {
    state: publicProcedure.query(({ ctx }) => ({
      needed: needsSetup(ctx.db),
      building: readSetting(ctx.db, "buildingName"),
    })),
    create: publicProcedure.input(firstAdmin).mutation(async ({ ctx, input }) => {
      refuseUnlessFresh(ctx.db, input.token, ctx.now());
      const hash = await hashChosen(ctx.db, input.password, input);
      const id = setUp(ctx.db, ctx.by, input, hash, ctx.now());
      deleteSetupLinkFile(ctx.config);
      return signInAs(ctx, id, false);
    }),
  },
};
