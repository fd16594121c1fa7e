import type { FindNeed } from "../../api/needs.ts";
import { adminProcedure, cacheable, residentProcedure } from "../../api/procedures.ts";
import { dayOf } from "../../platform/clock/clock.ts";
import { searchAt } from "../../platform/lists/longList.ts";
import { readSetting } from "../../platform/settings/settings.ts";
import { attachmentsOf } from "../attachments/service.ts";
import { rowsAbout } from "../units/occupancy/rowsAbout.ts";
import { listAbout } from "../units/occupancy/schema.ts";
import {
  historyForResident,
  historyOf,
  nextToLookAt,
  putFineBack,
  undoChange,
  withdrawFine,
} from "./decisions/service.ts";
import { evidenceFor, removePhoto } from "./evidence/service.ts";
import { oldestPendingProof } from "./proofs/service.ts";
import { debtors, lettersTo, noteLetters } from "./reminders/service.ts";
import {
  decidedFine,
  fineStatusChange,
  finesOfResident,
  letterOrder,
  listOfFines,
  newFine,
  oneFine,
  onePhoto,
  owing,
  withdrawal,
} from "./schema.ts";
import {
  allFines,
  fineById,
  fineOf,
  finePage,
  finesOf,
  finesOfPerson,
  fineTotals,
  issueFine,
  overdueFines,
  owedBy,
  searchFines,
  setFineStatus,
} from "./service.ts";

export const procedures = {
  admin: {
    all: cacheable.admin.input(listOfFines).query(({ ctx, input }) => allFines(ctx.db, input)),
    /** Those of one person, who may own a unit without logging in. */
    of: cacheable.admin
      .input(finesOfResident)
      .query(({ ctx, input }) => finesOfPerson(ctx.db, input)),
    list: cacheable.admin
      .input(listAbout)
      .query(({ ctx, input: { unitId, personId, ...search }, signal }) => {
        const about = rowsAbout(ctx.db, { unitId, personId });
        return searchFines(ctx.db, { ...search, about }, searchAt(ctx.config, ctx.now(), signal));
      }),
    one: cacheable.admin
      .input(oneFine.omit({ profileId: true }))
      .query(({ ctx, input }) => finePage(ctx.db, input.fineId, ctx.now().today)),
    /** The debt of somebody, even if they changed roles or were removed. */
    owedBy: adminProcedure.input(owing).query(({ ctx, input }) => owedBy(ctx.db, input.residentId)),
    issue: adminProcedure
      .input(newFine)
      .mutation(({ ctx, input }) => issueFine(ctx.db, ctx.by, input, ctx.now())),
    setStatus: adminProcedure
      .input(fineStatusChange)
      .mutation(({ ctx, input }) => setFineStatus(ctx.db, ctx.by, input, ctx.now())),
  },
  resident: {
    mine: cacheable.resident
      .input(finesOfResident)
      .query(({ ctx, input }) => finesOf(ctx.db, ctx.subject.id, input)),
    one: cacheable.resident
      .input(oneFine)
      .query(({ ctx, input }) => fineOf(ctx.db, ctx.subject.id, input.fineId)),
    /** For the "Pay" dialog: amount, bank details, and the reference to find the payment by. */
    howToPay: cacheable.resident.input(oneFine).query(({ ctx, input }) => {
      const { amountCents, reference, status } = fineOf(ctx.db, ctx.subject.id, input.fineId);
      return { amountCents, reference, status, bankDetails: readSetting(ctx.db, "bankDetails") };
    }),
  },
};

/** Fines that nobody has paid by their due date. Whoever has a reminder letter does not wait for an admin. */
export const needs: FindNeed = ({ db, now }) => {
  const { count, cents, since, reminded } = overdueFines(db, now().today);
  return { count, cents, since, later: reminded };
};

export const decisions = {
  procedures: {
    admin: {
      history: cacheable.admin
        .input(decidedFine)
        .query(({ ctx, input }) => historyOf(ctx.db, input.fineId)),
      next: cacheable.admin
        .input(decidedFine)
        .query(({ ctx, input }) => nextToLookAt(ctx.db, input.fineId)),
      withdraw: adminProcedure
        .input(withdrawal)
        .mutation(({ ctx, input }) => withdrawFine(ctx.db, ctx.by, input, ctx.now())),
      putBack: adminProcedure
        .input(decidedFine)
        .mutation(({ ctx, input }) => putFineBack(ctx.db, ctx.by, input.fineId, ctx.now())),
      /** Takes the last change of its status back, for some seconds. */
      undo: adminProcedure
        .input(decidedFine)
        .mutation(({ ctx, input }) => undoChange(ctx.db, ctx.by, input.fineId, ctx.now())),
    },
    resident: {
      history: residentProcedure
        .input(oneFine)
        .query(({ ctx, input }) =>
          historyForResident(ctx.db, fineOf(ctx.db, ctx.subject.id, input.fineId).id),
        ),
    },
  },
};

export const evidence = {
  procedures: {
    admin: {
      of: adminProcedure
        .input(oneFine.omit({ profileId: true }))
        .query(({ ctx, input }) =>
          attachmentsOf(ctx.db, "evidence", fineById(ctx.db, input.fineId).id),
        ),
      remove: adminProcedure
        .input(onePhoto)
        .mutation(({ ctx, input }) => removePhoto(ctx.db, ctx.by, input.evidenceId, ctx.now())),
    },
    resident: {
      of: residentProcedure
        .input(oneFine)
        .query(({ ctx, input }) => evidenceFor(ctx.db, ctx.subject.id, input.fineId)),
    },
  },
};

/** Payments that residents have shown, and that an admin has yet to find in the bank's statement. */
const proofsNeeds: FindNeed = ({ db, config }) => {
  const { count, cents } = fineTotals(db, "Pending...");
  const oldest = count > 0 ? oldestPendingProof(db) : null;
  return { count, cents, since: oldest && dayOf(new Date(oldest), config.timeZone) };
};

export const proofs = {
  procedures: {
    admin: {
      of: adminProcedure
        .input(oneFine.omit({ profileId: true }))
        .query(({ ctx, input }) =>
          attachmentsOf(ctx.db, "proofs", fineById(ctx.db, input.fineId).id),
        ),
    },
    resident: {
      of: residentProcedure
        .input(oneFine)
        .query(({ ctx, input }) =>
          attachmentsOf(ctx.db, "proofs", fineOf(ctx.db, ctx.subject.id, input.fineId).id),
        ),
    },
  },
  needs: proofsNeeds,
};

export const reminders = {
  procedures: {
    admin: {
      debtors: adminProcedure.query(({ ctx }) => debtors(ctx.db, ctx.now())),
      letters: adminProcedure
        .input(letterOrder)
        .query(({ ctx, input }) => lettersTo(ctx.db, input.residentIds, ctx.now())),
      make: adminProcedure
        .input(letterOrder)
        .mutation(({ ctx, input }) => noteLetters(ctx.db, ctx.by, input.residentIds, ctx.now())),
    },
  },
};
