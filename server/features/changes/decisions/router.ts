import { adminProcedure, type Context, cacheable } from "../../../api/procedures.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import { changeDecidedMail } from "../../../platform/mail/messages.ts";
import { readSetting } from "../../../platform/settings/settings.ts";
import { takenBackMs } from "../../../platform/undo/undo.ts";
import { tellSharedEmail } from "../../people/service.ts";
import { notice } from "../notices/schema.ts";
import { confirmation, refusal } from "./schema.ts";
import {
  confirmEntered,
  confirmNotice,
  type NoticeDecision,
  noticeForAdmin,
  refuseNotice,
  undoDecision,
} from "./service.ts";

/** Mails who announced it what became of it, once that stands, if Stoep sends mail and they have an address. */
const tellDecided =
  ({ db, config, now }: Context) =>
  ({ personId, name, email, ...decided }: NoticeDecision): void => {
    if (!config.mail || email === "") return;
    const mail = changeDecidedMail(readSetting(db, "buildingName"), name, decided);
    queueMail(db, { personId, to: email, ...mail }, now().at, takenBackMs);
  };

export const procedures = {
  admin: {
    /** A notice, with what the register says about its unit today. */
    one: cacheable.admin
      .input(notice)
      .query(({ ctx, input }) => noticeForAdmin(ctx.db, input.noticeId, ctx.now().today)),
    confirm: adminProcedure.input(confirmation).mutation(({ ctx, input }) => {
      const tell = { decided: tellDecided(ctx), shared: tellSharedEmail(ctx, takenBackMs) };
      confirmNotice(ctx.db, ctx.by, input, ctx.now(), tell);
    }),
    /** For what an admin entered before, such as from a letter of the conveyancer. */
    confirmEntered: adminProcedure.input(notice).mutation(({ ctx, input }) => {
      confirmEntered(ctx.db, ctx.by, input.noticeId, ctx.now(), tellDecided(ctx));
    }),
    refuse: adminProcedure.input(refusal).mutation(({ ctx, input }) => {
      refuseNotice(ctx.db, ctx.by, input, ctx.now(), tellDecided(ctx));
    }),
    /** Takes back for some seconds what one of these three did, with all that it entered. */
    undo: adminProcedure
      .input(notice)
      .mutation(({ ctx, input }) => undoDecision(ctx.db, ctx.by, input.noticeId, ctx.now())),
  },
};
