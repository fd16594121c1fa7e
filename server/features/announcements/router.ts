import { adminProcedure, cacheable, staffProcedure } from "../../api/procedures.ts";
import { page } from "../../platform/validation/schema.ts";
import {
  newAnnouncement,
  newStaffAnnouncement,
  oneAnnouncement,
  oneStaffAnnouncement,
} from "./schema.ts";
import { allAnnouncements, postAnnouncement, undoPost } from "./service.ts";

export const procedures = {
  member: {
    all: cacheable.member
      .input(page)
      .query(({ ctx, input }) => allAnnouncements(ctx.db, input, ctx.now().today)),
  },
  admin: {
    post: adminProcedure
      .input(newAnnouncement)
      .mutation(({ ctx, input: { message } }) =>
        postAnnouncement(ctx.db, ctx.by, { sender: "admin", message }, ctx.now()),
      ),
    /** Possible for some seconds, and only for its author. */
    undo: adminProcedure
      .input(oneAnnouncement)
      .mutation(({ ctx, input }) => undoPost(ctx.db, ctx.by, input.announcementId, ctx.now())),
  },
  staff: {
    post: staffProcedure
      .input(newStaffAnnouncement)
      .mutation(({ ctx, input: { message } }) =>
        postAnnouncement(ctx.db, ctx.by, { sender: "staff", message }, ctx.now()),
      ),
    /** Possible for some seconds, and only for its author. */
    undo: staffProcedure
      .input(oneStaffAnnouncement)
      .mutation(({ ctx, input }) => undoPost(ctx.db, ctx.by, input.announcementId, ctx.now())),
  },
};
