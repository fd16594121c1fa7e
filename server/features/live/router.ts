import { cacheable, memberProcedure } from "../../api/procedures.ts";
import { newsFor, noteSeen } from "./news.ts";
import { chooseMail, mailChoiceOf } from "./newsMail.ts";
import { fromEvent, mailChoice, seenUntil } from "./schema.ts";
import { eventsForTab } from "./service.ts";

export const procedures = {
  member: {
    /** What has changed, as server-sent events, for as long as the session lasts. */
    events: memberProcedure
      .input(fromEvent)
      .subscription(({ ctx, input, signal }) => eventsForTab(ctx, input?.lastEventId, signal)),
    /** What others did since the person last looked: the newest first, each thing once. */
    news: cacheable.member.query(({ ctx }) => newsFor(ctx.db, ctx.account)),
    /** The person has seen what there was up to a number. */
    seen: memberProcedure
      .input(seenUntil)
      .mutation(({ ctx, input }) => noteSeen(ctx.db, ctx.account.id, input.number)),
    /** How often news comes by mail; null where no mail is sent. */
    byMail: memberProcedure.query(({ ctx }) =>
      ctx.config.mail ? mailChoiceOf(ctx.db, ctx.account.id) : null,
    ),
    chooseMail: memberProcedure
      .input(mailChoice)
      .mutation(({ ctx, input }) => chooseMail(ctx.db, ctx.account.id, input.choice)),
  },
};
