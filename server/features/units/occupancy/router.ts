import { adminProcedure, cacheable } from "../../../api/procedures.ts";
import { person } from "../../people/schema.ts";
import { ending, newParty, unitOnDay, voter } from "./schema.ts";
import { addParty, endParty, historyOf, partiesOf, setVoter, unitsOfPerson } from "./service.ts";

export const procedures = {
  admin: {
    /** Who had a unit on a day, and everybody who ever had. */
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
      return { message: "Last day saved" };
    }),
    setVoter: adminProcedure.input(voter).mutation(({ ctx, input }) => {
      setVoter(ctx.db, ctx.by, input.partyId, ctx.now());
      return { message: "Saved" };
    }),
  },
};
