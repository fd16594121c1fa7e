import {
  adminProcedure,
  cacheable,
  memberProcedure,
  staffProcedure,
} from "../../../api/procedures.ts";
import {
  correctedNotice,
  newNotice,
  newStaffNotice,
  noticeFile,
  oneAnnouncement,
  withdrawal,
} from "../schema.ts";
import { removeFile } from "./files.ts";
import { readersOf, readNotice } from "./reads.ts";
import {
  correctNotice,
  endOutage,
  noticesFor,
  postNotice,
  unitChoices,
  withdrawNotice,
} from "./service.ts";

export const procedures = {
  member: {
    /** The notices for whoever asks that are shown today. */
    mine: cacheable.member.query(({ ctx }) => noticesFor(ctx.db, ctx.account, ctx.now())),
    /** "I have read this". */
    read: memberProcedure
      .input(oneAnnouncement)
      .mutation(({ ctx, input }) =>
        readNotice(ctx.db, ctx.by, ctx.account, input.announcementId, ctx.now()),
      ),
    /** Only for its author and admins. */
    withdraw: memberProcedure
      .input(withdrawal)
      .mutation(({ ctx, input }) => withdrawNotice(ctx.db, ctx.by, ctx.account, input, ctx.now())),
    /** Ends the outage of a notice; only for its author and admins. */
    endOutage: memberProcedure
      .input(oneAnnouncement)
      .mutation(({ ctx, input }) =>
        endOutage(
          ctx.db,
          ctx.by,
          ctx.account,
          input.announcementId,
          ctx.now(),
          ctx.config.timeZone,
        ),
      ),
    removeFile: memberProcedure
      .input(noticeFile)
      .mutation(({ ctx, input }) => removeFile(ctx.db, ctx.by, ctx.account, input, ctx.now())),
    correct: memberProcedure
      .input(correctedNotice)
      .mutation(({ ctx, input }) =>
        correctNotice(ctx.db, ctx.by, ctx.account, input, ctx.now(), ctx.config.timeZone),
      ),
  },
  admin: {
    post: adminProcedure
      .input(newNotice)
      .mutation(({ ctx, input }) =>
        postNotice(ctx.db, ctx.by, "admin", input, ctx.now(), ctx.config.timeZone),
      ),
    /** The units that a notice can be for. */
    units: cacheable.admin.query(({ ctx }) => unitChoices(ctx.db, ctx.now())),
    readers: cacheable.admin
      .input(oneAnnouncement)
      .query(({ ctx, input }) => readersOf(ctx.db, input.announcementId, ctx.now())),
  },
  staff: {
    units: cacheable.staff.query(({ ctx }) => unitChoices(ctx.db, ctx.now())),
    post: staffProcedure
      .input(newStaffNotice)
      .mutation(({ ctx, input: { profileId: _, ...notice } }) =>
        postNotice(ctx.db, ctx.by, "staff", notice, ctx.now(), ctx.config.timeZone),
      ),
  },
};
