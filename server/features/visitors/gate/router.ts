import { gateProcedure } from "../../../api/procedures.ts";
import { signOutVisitor, undoSignOut } from "../service.ts";
import { gateNow } from "./lists.ts";
import { gatePaper } from "./paper.ts";
import { admission, admissionById, oneInside } from "./schema.ts";
import { admitVisitor, undoAdmission } from "./service.ts";

export const procedures = {
  gate: {
    /** The visitors expected today, those inside, and those who were assumed to have left. */
    now: gateProcedure.query(({ ctx }) => gateNow(ctx.db, ctx.now(), ctx.config.timeZone)),
    /** The list for when the power is off, as plain text. */
    paper: gateProcedure.query(({ ctx }) => gatePaper(ctx.db, ctx.now(), ctx.config.timeZone)),
    admit: gateProcedure
      .input(admission)
      .mutation(({ ctx, input: { code, plate } }) =>
        admitVisitor(ctx.db, ctx.by, { code }, plate, ctx.now(), ctx.config.timeZone),
      ),
    /** Admits a visitor without a code, by their row in the list of today. */
    admitExpected: gateProcedure
      .input(admissionById)
      .mutation(({ ctx, input: { expectedId, plate } }) =>
        admitVisitor(ctx.db, ctx.by, { expectedId }, plate, ctx.now(), ctx.config.timeZone),
      ),
    undoAdmission: gateProcedure
      .input(oneInside)
      .mutation(({ ctx, input }) =>
        undoAdmission(ctx.db, ctx.by, input.visitId, ctx.now(), ctx.config.timeZone),
      ),
    /** Only of who is in: who was signed in for a later day stays in the list of that day. */
    release: gateProcedure
      .input(oneInside)
      .mutation(({ ctx, input }) =>
        signOutVisitor(ctx.db, ctx.by, { ...input, residentId: null, hasCome: true }, ctx.now()),
      ),
    undoRelease: gateProcedure
      .input(oneInside)
      .mutation(({ ctx, input }) =>
        undoSignOut(ctx.db, ctx.by, { ...input, residentId: null }, ctx.now()),
      ),
  },
};
