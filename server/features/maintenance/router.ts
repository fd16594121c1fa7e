import { adminProcedure, residentProcedure, staffProcedure } from "../../api/procedures.ts";
import { page } from "../../platform/validation/schema.ts";
import {
  newRequest,
  oneRequest,
  requestStatusChange,
  requestsForStaff,
  requestsOfResident,
} from "./schema.ts";
import {
  allRequests,
  historyOf,
  logRequest,
  requestsOf,
  requestsOfTrade,
  setRequestStatus,
} from "./service.ts";

export const procedures = {
  admin: {
    all: adminProcedure
      .meta({ cacheable: true })
      .input(page)
      .query(({ ctx, input }) => allRequests(ctx.db, input)),
    history: adminProcedure
      .meta({ cacheable: true })
      .input(oneRequest)
      .query(({ ctx, input }) => historyOf(ctx.db, input.requestId)),
  },
  resident: {
    log: residentProcedure
      .input(newRequest)
      .mutation(({ ctx, input }) => logRequest(ctx.db, ctx.by, ctx.subject.id, input, ctx.now())),
    mine: residentProcedure
      .meta({ cacheable: true })
      .input(requestsOfResident)
      .query(({ ctx, input }) => requestsOf(ctx.db, ctx.subject.id, input)),
  },
  staff: {
    all: staffProcedure
      .meta({ cacheable: true })
      .input(requestsForStaff)
      .query(({ ctx, input }) =>
        input.type === "mine"
          ? requestsOfTrade(ctx.db, ctx.subject.maintenanceType, input)
          : allRequests(ctx.db, input),
      ),
    setStatus: staffProcedure.input(requestStatusChange).mutation(({ ctx, input }) => {
      const by = { ...ctx.by, accountId: ctx.account.id };
      return setRequestStatus(ctx.db, by, input, ctx.now());
    }),
    history: staffProcedure
      .meta({ cacheable: true })
      .input(oneRequest)
      .query(({ ctx, input }) => historyOf(ctx.db, input.requestId)),
  },
};
