import { memberProcedure } from "../../api/procedures.ts";
import { fromEvent } from "./schema.ts";
import { eventsForTab } from "./service.ts";

export const procedures = {
  member: {
    /** What has changed, as server-sent events, for as long as the session lasts. */
    events: memberProcedure
      .input(fromEvent)
      .subscription(({ ctx, input, signal }) => eventsForTab(ctx, input?.lastEventId, signal)),
  },
};
