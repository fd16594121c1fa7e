import { setImmediate as others } from "node:timers/promises";
import { adminProcedure } from "../../api/procedures.ts";
import { readSetting } from "../../platform/settings/settings.ts";
import { qrOf } from "../invites/service.ts";
import { person } from "../people/schema.ts";
import { printOrder } from "./schema.ts";
import { handedOut, makePrintedInvites, reachOf, whoWaits } from "./service.ts";

type Units = ReturnType<typeof makePrintedInvites>;

/** Puts to each code how it is printed: in groups of four, and as a link with its picture. */
async function draw(units: Units, origin: string) {
  const drawn = [];
  for (const unit of units) {
    const people = await Promise.all(unit.people.map((person) => block(person, origin)));
    drawn.push({ ...unit, people });
    // A hundred pictures take a while, and others are served between the units.
    await others();
  }
  return drawn;
}

async function block({ code, ...person }: Units[number]["people"][number], origin: string) {
  const link = `${origin}/link#${code}`;
  return { ...person, code: code.replace(/.{4}\B/g, "$&-"), link, qr: await qrOf(link) };
}

export const printedInvites = {
  admin: {
    waiting: adminProcedure.query(({ ctx }) => ({
      origin: ctx.origin(),
      reach: reachOf(ctx.origin()),
      units: whoWaits(ctx.db, ctx.now()),
    })),
    /** What somebody was handed that a new link would replace. */
    handedOut: adminProcedure
      .input(person)
      .query(({ ctx, input }) => handedOut(ctx.db, input.id, ctx.now())),
    /** Everything that is printed; the codes are answered this once. */
    make: adminProcedure.input(printOrder).mutation(async ({ ctx, input }) => ({
      building: readSetting(ctx.db, "buildingName"),
      /** Who to ask: who hands the sheets out. */
      trustee: `${ctx.account.name} ${ctx.account.surname}`,
      join: `${ctx.origin()}/join`,
      units: await draw(makePrintedInvites(ctx.db, ctx.by, input, ctx.now()), ctx.origin()),
    })),
  },
};
