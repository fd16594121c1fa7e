import { setImmediate as others } from "node:timers/promises";
import type { FindNeed } from "../../../api/needs.ts";
import { adminProcedure } from "../../../api/procedures.ts";
import { dayOf } from "../../../platform/clock/clock.ts";
import { readSetting } from "../../../platform/settings/settings.ts";
import { person } from "../../people/schema.ts";
import { memberById } from "../../people/service.ts";
import { qrOf } from "../invites/service.ts";
import { handOutOrder, printOrder } from "./schema.ts";
import {
  companiesWithoutSheet,
  countWaiting,
  handedOut,
  handOut,
  inGroups,
  makePrintedInvites,
  reachOf,
  waitingByUnit,
} from "./service.ts";

type Units = ReturnType<typeof makePrintedInvites>;

/** Adds to each code its printed form: in groups of four, and as a link with a QR code. */
async function draw(units: Units, origin: string) {
  const drawn = [];
  for (const unit of units) {
    const people = await Promise.all(unit.people.map((person) => block(person, origin)));
    drawn.push({ ...unit, people });
    // A hundred QR codes take a while, so other requests run between the units.
    await others();
  }
  return drawn;
}

async function block({ code, ...person }: Units[number]["people"][number], origin: string) {
  const link = `${origin}/link#${code}`;
  return { ...person, code: inGroups(code), link, qr: await qrOf(link) };
}

export const procedures = {
  admin: {
    waiting: adminProcedure.query(({ ctx }) => ({
      origin: ctx.origin(),
      reach: reachOf(ctx.origin()),
      units: waitingByUnit(ctx.db, ctx.now()),
      companies: companiesWithoutSheet(ctx.db, ctx.now().today),
    })),
    /** The link or code that a new link would replace. */
    handedOut: adminProcedure
      .input(person)
      .query(({ ctx, input }) => handedOut(ctx.db, input.id, ctx.now())),
    /** All data to print. Each code is only returned here. */
    make: adminProcedure
      .meta({ reauthenticate: true })
      .input(printOrder)
      .mutation(async ({ ctx, input }) => {
        // The person to ask is the admin who hands them out.
        const { name, surname } = memberById(ctx.db, ctx.account.id);
        return {
          building: readSetting(ctx.db, "buildingName"),
          trustee: `${name} ${surname}`,
          join: `${ctx.origin()}/join`,
          units: await draw(makePrintedInvites(ctx.db, ctx.by, input, ctx.now()), ctx.origin()),
        };
      }),
    /** Printed or shared: earlier sheets and links of these people end. */
    handOut: adminProcedure
      .input(handOutOrder)
      .mutation(({ ctx, input }) => handOut(ctx.db, ctx.by, input.codes, ctx.now())),
  },
};

/** People who have not joined. Whoever has an invite that still works does not wait for an admin. */
export const needs: FindNeed = ({ db, now, config }) => {
  const { waiting, invited, withoutLogin, oldest } = countWaiting(db, now());
  const since = oldest && dayOf(new Date(oldest), config.timeZone);
  return { count: waiting - invited + withoutLogin, since, later: invited };
};
