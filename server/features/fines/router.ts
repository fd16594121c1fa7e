import type { FindNeed } from "../../api/needs.ts";
import { adminProcedure, cacheable } from "../../api/procedures.ts";
import { searchAt } from "../../platform/finding/longList.ts";
import { readSetting } from "../../platform/settings/settings.ts";
import { listAbout } from "../units/occupancy/schema.ts";
import { rowsAbout } from "../units/occupancy/service.ts";
import { searchFines } from "./longList.ts";
import {
  fineStatusChange,
  finesOfResident,
  listOfFines,
  newFine,
  oneFine,
  owing,
} from "./schema.ts";
import {
  allFines,
  fineById,
  fineOf,
  finesOf,
  issueFine,
  overdueFines,
  owedBy,
  setFineStatus,
} from "./service.ts";

export const procedures = {
  admin: {
    all: cacheable.admin.input(listOfFines).query(({ ctx, input }) => allFines(ctx.db, input)),
    list: cacheable.admin
      .input(listAbout)
      .query(({ ctx, input: { unitId, personId, ...search }, signal }) => {
        const about = rowsAbout(ctx.db, { unitId, personId });
        return searchFines(ctx.db, { ...search, about }, searchAt(ctx.config, ctx.now(), signal));
      }),
    one: cacheable.admin
      .input(oneFine.omit({ profileId: true }))
      .query(({ ctx, input }) => fineById(ctx.db, input.fineId)),
    /** What somebody still owes, even if they changed roles or were removed. */
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
