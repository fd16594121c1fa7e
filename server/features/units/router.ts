import { adminProcedure, cacheable } from "../../api/procedures.ts";
import { person } from "../people/schema.ts";
import { areaEnding, newArea } from "./areas/schema.ts";
import { addArea, areasOf, endArea } from "./areas/service.ts";
import { ending, newParty, unitOnDay, voter } from "./occupancy/schema.ts";
import {
  addParty,
  endParty,
  historyOf,
  partiesOf,
  setVoter,
  unitsOfPerson,
} from "./occupancy/service.ts";
import { newQuota } from "./quotas/schema.ts";
import { quotaFromAreas, quotasOf, quotasVersion, setQuota } from "./quotas/service.ts";
import { newUnit, onDay, unitUpdate, whichUnit } from "./schema.ts";
import { addUnit, removeUnit, unitById, unitRegister, unitVersion, updateUnit } from "./service.ts";
import { transfer } from "./transfers/schema.ts";
import { transferUnit } from "./transfers/service.ts";
import { newTerm, termEnding } from "./trustees/schema.ts";
import { beginTerm, endTerm, termsOf, trusteesOn } from "./trustees/service.ts";
import { newWeights } from "./weights/schema.ts";
import { setWeights, weightsInRegister, weightsOf } from "./weights/service.ts";

export const procedures = {
  admin: {
    all: cacheable.admin
      .input(onDay)
      .query(({ ctx, input }) => unitRegister(ctx.db, input?.asAt ?? ctx.now().today)),
    one: cacheable.admin.input(whichUnit).query(({ ctx, input: { unitId } }) => {
      const unit = unitById(ctx.db, unitId, ctx.now().today);
      const quotas = quotasOf(ctx.db, unitId);
      return {
        ...unit,
        version: unitVersion(unit),
        quotas,
        quotasVersion: quotasVersion(quotas),
        areas: areasOf(ctx.db, unitId),
        weights: weightsOf(ctx.db, unitId),
      };
    }),
    add: adminProcedure.input(newUnit).mutation(({ ctx, input }) => {
      return { id: addUnit(ctx.db, ctx.by, input, ctx.now()) };
    }),
    update: adminProcedure.input(unitUpdate).mutation(({ ctx, input }) => {
      updateUnit(ctx.db, ctx.by, input, ctx.now());
    }),
    remove: adminProcedure
      .input(whichUnit)
      .mutation(({ ctx, input }) => removeUnit(ctx.db, ctx.by, input.unitId, ctx.now())),
  },
};

export const areas = {
  procedures: {
    admin: {
      add: adminProcedure.input(newArea).mutation(({ ctx, input }) => {
        return { id: addArea(ctx.db, ctx.by, input, ctx.now()) };
      }),
      end: adminProcedure.input(areaEnding).mutation(({ ctx, input }) => {
        endArea(ctx.db, ctx.by, input, ctx.now());
      }),
    },
  },
};

export const occupancy = {
  procedures: {
    admin: {
      /** The parties of a unit on a day, and everybody who ever was one. */
      ofUnit: cacheable.admin.input(unitOnDay).query(({ ctx, input: { unitId, asAt } }) => ({
        parties: partiesOf(ctx.db, unitId, asAt ?? ctx.now().today),
        history: historyOf(ctx.db, unitId),
      })),
      ofPerson: cacheable.admin
        .input(person)
        .query(({ ctx, input }) => unitsOfPerson(ctx.db, input.id)),
      add: adminProcedure.input(newParty).mutation(({ ctx, input }) => {
        return { id: addParty(ctx.db, ctx.by, input, ctx.now()) };
      }),
      end: adminProcedure.input(ending).mutation(({ ctx, input }) => {
        endParty(ctx.db, ctx.by, input, ctx.now());
      }),
      setVoter: adminProcedure
        .input(voter)
        .mutation(({ ctx, input }) => setVoter(ctx.db, ctx.by, input.partyId, ctx.now())),
    },
  },
};

export const quotas = {
  procedures: {
    admin: {
      /** The quota that floor areas would give a unit (Sectional Titles Act, section 32(1)). */
      fromAreas: cacheable.admin
        .input(whichUnit)
        .query(({ ctx, input }) => quotaFromAreas(ctx.db, input.unitId, ctx.now().today)),
      set: adminProcedure.input(newQuota).mutation(({ ctx, input }) => {
        setQuota(ctx.db, ctx.by, input, ctx.now());
      }),
    },
  },
};

export const transfers = {
  procedures: {
    admin: {
      enter: adminProcedure.input(transfer).mutation(({ ctx, input }) => {
        transferUnit(ctx.db, ctx.by, input, ctx.now());
      }),
    },
  },
};

export const trustees = {
  procedures: {
    admin: {
      /** The trustees of a day, today if none is named, and all other terms. */
      all: cacheable.admin
        .input(onDay)
        .query(({ ctx, input }) => trusteesOn(ctx.db, input?.asAt ?? ctx.now().today)),
      ofPerson: cacheable.admin.input(person).query(({ ctx, input }) => termsOf(ctx.db, input.id)),
      begin: adminProcedure.input(newTerm).mutation(({ ctx, input }) => {
        return { id: beginTerm(ctx.db, ctx.by, input, ctx.now()) };
      }),
      end: adminProcedure.input(termEnding).mutation(({ ctx, input }) => {
        endTerm(ctx.db, ctx.by, input, ctx.now());
      }),
    },
  },
};

export const weights = {
  procedures: {
    admin: {
      /** The weights of all units on a day; today if none is named. */
      all: cacheable.admin
        .input(onDay)
        .query(({ ctx, input }) => weightsInRegister(ctx.db, input?.asAt ?? ctx.now().today)),
      set: adminProcedure.input(newWeights).mutation(({ ctx, input }) => {
        setWeights(ctx.db, ctx.by, input, ctx.now());
      }),
    },
  },
};
