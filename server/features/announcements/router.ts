import { adminProcedure, memberProcedure, staffProcedure } from "../../api/procedures.ts";
import { page } from "../../platform/validation/schema.ts";
import { newAnnouncement, newStaffAnnouncement } from "./schema.ts";
import { allAnnouncements, postAnnouncement } from "./service.ts";

export const procedures = {
  member: {
    all: memberProcedure
      .meta({ cacheable: true })
      .input(page)
      .query(({ ctx, input }) => allAnnouncements(ctx.db, input)),
  },
  admin: {
    post: adminProcedure.input(newAnnouncement).mutation(({ ctx, input: { message } }) => {
      const by = { ...ctx.by, accountId: ctx.account.id };
      return postAnnouncement(ctx.db, by, { sender: "admin", message }, ctx.now());
    }),
  },
  staff: {
    post: staffProcedure.input(newStaffAnnouncement).mutation(({ ctx, input: { message } }) => {
      const by = { ...ctx.by, accountId: ctx.account.id };
      return postAnnouncement(ctx.db, by, { sender: "staff", message }, ctx.now());
    }),
  },
};
