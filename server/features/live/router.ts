import { cacheable, memberProcedure } from "../../api/procedures.ts";
import { authError } from "../../platform/auth/errors.ts";
import {
  canPush,
  publicKeyOf,
  subscribe,
  subscriptionOf,
  unsubscribe,
} from "../../platform/push/push.ts";
import { newSubscription } from "../../platform/push/schema.ts";
import { newsFor, noteSeen } from "./news.ts";
import { chooseMail, mailChoiceOf } from "./newsMail.ts";
import { fromEvent, mailChoice, seenUntil } from "./schema.ts";
import { eventsForTab } from "./service.ts";

export const procedures = {
  member: {
    /** Changes as server-sent events, for as long as the session lasts. */
    events: memberProcedure
      .input(fromEvent)
      .subscription(({ ctx, input, signal }) => eventsForTab(ctx, input?.lastEventId, signal)),
    /** Changes by others since the person last looked: the newest first, each thing once. */
    news: cacheable.member.query(({ ctx }) => newsFor(ctx.db, ctx.account, ctx.now().today)),
    /** The person has seen what there was up to a number. */
    seen: memberProcedure
      .input(seenUntil)
      .mutation(({ ctx, input }) => noteSeen(ctx.db, ctx.account.id, input.number)),
    /** How often news comes by mail; null where no mail is sent. */
    byMail: memberProcedure.query(({ ctx }) =>
      ctx.config.mail ? mailChoiceOf(ctx.db, ctx.account.id) : null,
    ),
    /**
     * Whether this browser is told of news while Stoep is closed, and the key that it needs for that;
     * null where there is no HTTPS.
     */
    push: memberProcedure.query(async ({ ctx }) => {
      if (!canPush(ctx.origin())) return null;
      const publicKey = await publicKeyOf(ctx.db, ctx.now().at);
      const { sessionId } = ctx.account;
      const known = sessionId === null ? undefined : subscriptionOf(ctx.db, { sessionId });
      return { publicKey, lockScreen: known?.lockScreen ?? null };
    }),
    startPush: memberProcedure.input(newSubscription).mutation(({ ctx, input }) => {
      const { id: accountId, sessionId } = ctx.account;
      if (sessionId === null) throw authError("auth.browser_only");
      subscribe(ctx.db, { accountId, sessionId }, input, ctx.now().at);
    }),
    stopPush: memberProcedure.mutation(({ ctx }) => {
      const { sessionId } = ctx.account;
      if (sessionId !== null) unsubscribe(ctx.db, { sessionId });
    }),
    chooseMail: memberProcedure
      .input(mailChoice)
      .mutation(({ ctx, input }) => chooseMail(ctx.db, ctx.account.id, input.choice)),
  },
};
