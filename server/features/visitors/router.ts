import type { FindNeed } from "../../api/needs.ts";
import { adminProcedure, cacheable, residentProcedure } from "../../api/procedures.ts";
import { accountByEmail } from "../../platform/auth/accounts.ts";
import { peopleError } from "../people/errors.ts";
import { rowsAbout } from "../units/occupancy/rowsAbout.ts";
import {
  earlierVisits,
  newVisit,
  oneOwnVisit,
  oneVisit,
  presentVisitsAbout,
  visitsOfResident,
} from "./schema.ts";
import {
  earlierVisitors,
  forgottenVisits,
  noteArrival,
  presentVisitors,
  presentVisitorsAbout,
  refuseOthersEmail,
  signInVisitor,
  signOutVisitor,
  undoSignOut,
  visitorsByEmail,
  visitorsOf,
} from "./service.ts";

export const procedures = {
  admin: {
    /**
     * Everybody who was signed in, or with `residentEmail` only that resident's visitors, or all who
     * visit a unit or a person.
     */
    present: cacheable.admin
      .input(presentVisitsAbout)
      .query(({ ctx, input: { unitId, personId, residentEmail, ...page } }) => {
        if (residentEmail) return visitorsByEmail(ctx.db, residentEmail, page);
        const about = rowsAbout(ctx.db, { unitId, personId });
        return about ? presentVisitorsAbout(ctx.db, about) : presentVisitors(ctx.db, page);
      }),
    /** Signs a visitor in for the resident with the given email. */
    signIn: adminProcedure.input(newVisit).mutation(({ ctx, input }) => {
      const resident = accountByEmail(ctx.db, input.residentEmail ?? "");
      if (resident?.role !== "Resident")
        throw peopleError("people.unknown", { field: "residentEmail" });
      return signInVisitor(ctx.db, ctx.by, resident.id, input, ctx.now());
    }),
    signOut: adminProcedure.input(oneVisit).mutation(({ ctx, input }) => {
      signOutVisitor(ctx.db, ctx.by, { ...input, residentId: null }, ctx.now());
      return { message: "Visitor signed out successfully!" };
    }),
    /** Possible for some seconds, when the wrong visitor was signed out. */
    undoSignOut: adminProcedure
      .input(oneVisit)
      .mutation(({ ctx, input }) =>
        undoSignOut(ctx.db, ctx.by, { ...input, residentId: null }, ctx.now()),
      ),
  },
  resident: {
    present: cacheable.resident.input(visitsOfResident).query(({ ctx, input }) => {
      refuseOthersEmail(ctx.db, ctx.subject.id, input.residentEmail);
      return visitorsOf(ctx.db, ctx.subject.id, input);
    }),
    signIn: residentProcedure
      .input(newVisit)
      .mutation(({ ctx, input }) =>
        signInVisitor(ctx.db, ctx.by, ctx.subject.id, input, ctx.now()),
      ),
    signOut: residentProcedure.input(oneOwnVisit).mutation(({ ctx, input }) => {
      const { visitId } = input;
      signOutVisitor(ctx.db, ctx.by, { visitId, residentId: ctx.subject.id }, ctx.now());
      return { message: "Visitor signed out successfully!" };
    }),
    /** Possible for some seconds, as for admins. */
    undoSignOut: residentProcedure.input(oneOwnVisit).mutation(({ ctx, input }) => {
      const { visitId } = input;
      undoSignOut(ctx.db, ctx.by, { visitId, residentId: ctx.subject.id }, ctx.now());
    }),
    /** A visitor who was signed in for a later day has come. */
    arrive: residentProcedure.input(oneOwnVisit).mutation(({ ctx, input }) => {
      const { visitId } = input;
      noteArrival(ctx.db, ctx.by, { visitId, residentId: ctx.subject.id }, ctx.now());
    }),
    /** Earlier visitors, to sign in again without typing. */
    earlier: cacheable.resident
      .input(earlierVisits)
      .query(({ ctx }) => earlierVisitors(ctx.db, ctx.subject.id)),
  },
};

/** Visitors who should have left yesterday or before and whom nobody has signed out. */
export const needs: FindNeed = ({ db, now }) => {
  const { count, oldest } = forgottenVisits(db, now().today);
  return { count, since: oldest };
};
