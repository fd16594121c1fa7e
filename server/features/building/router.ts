import { adminProcedure, cacheable } from "../../api/procedures.ts";
import { removePicture } from "./picture/service.ts";
import { buildingUpdate } from "./schema.ts";
import {
  buildingDetails,
  buildingSettings,
  connectionOf,
  contactsOf,
  updateBuilding,
} from "./service.ts";

export const procedures = {
  member: {
    details: cacheable.member.query(({ ctx }) => buildingDetails(ctx.db)),
    contacts: cacheable.member.query(({ ctx }) => contactsOf(ctx.db)),
  },
  admin: {
    connection: adminProcedure.query(({ ctx }) => connectionOf(ctx)),
    settings: adminProcedure.query(({ ctx }) => buildingSettings(ctx.db)),
    update: adminProcedure
      .input(buildingUpdate)
      .mutation(({ ctx, input }) => updateBuilding(ctx.db, ctx.by, input, ctx.now())),
  },
};

export const picture = {
  procedures: {
    admin: {
      remove: adminProcedure.mutation(({ ctx }) => removePicture(ctx.db, ctx.by, ctx.now())),
    },
  },
};
