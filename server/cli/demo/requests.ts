import { addNote } from "../../features/maintenance/notes.ts";
import { planRequest } from "../../features/maintenance/planning.ts";
import type { MaintenanceStatus } from "../../features/maintenance/schema.ts";
import { logRequest } from "../../features/maintenance/service.ts";
import { setRequestStatus } from "../../features/maintenance/status.ts";
import type { MaintenanceType } from "../../features/people/schema.ts";
import { dayAfter, dayOf } from "../../platform/clock/clock.ts";
import { actor, type DemoPeople, neighbour } from "./people.ts";
import type { Random } from "./random.ts";
import { doneTexts, places, requestTexts } from "./requestTexts.ts";
import { dayMs, type Happening, hourMs, later, onDay } from "./time.ts";

const count = 400;
const staffTrades = ["Cleaning", "Electricity", "Security", "Groundskeeping"] as const;

function worded(random: Random, trade: MaintenanceType): string {
  const text = random.pick(requestTexts[trade]).replace("{place}", random.pick(places));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The status changes: most requests are closed, some are reopened, a few are forgotten. */
function changesOf(random: Random, at: Date): { at: Date; status: MaintenanceStatus }[] {
  if (random.chance(0.03)) return [];
  const closed = later(at, random.between(3, 12 * 24) * hourMs);
  if (!random.chance(0.07)) return [{ at: closed, status: "Closed" }];
  const again = later(closed, random.between(1, 5) * dayMs);
  return [
    { at: closed, status: "Closed" },
    { at: again, status: "Open" },
    { at: later(again, random.between(1, 6) * dayMs), status: "Closed" },
  ];
}

export const requestHappenings = (
  random: Random,
  people: DemoPeople,
  now: Date,
  timeZone: string,
): Happening[] =>
  Array.from({ length: count }, (_, index) => {
    const at = onDay(random, now, Math.round(((count - index) * 364) / count), 6, 22);
    const resident = neighbour(random, people, at);
    const handTrade = random.pick(staffTrades);
    // The building has no plumber, so somebody else of the staff mends the taps.
    const trade: MaintenanceType = index % 6 === 2 ? "Plumbing" : handTrade;
    const description = worded(random, trade);
    const noticed = later(at, -random.pick([0, 0, 0, 1, 2]) * dayMs);
    const hand = random.pick(people.staff.filter((each) => each.trade === handTrade));
    let requestId = "";
    const log: Happening["do"] = (db, moment) => {
      const request = {
        maintenanceType: trade,
        roomNumber: resident.address,
        date: dayOf(noticed, timeZone),
        description,
      };
      requestId = logRequest(db, actor(resident), resident.id, request, moment).id;
    };
    const changes = changesOf(random, at).map(({ at, status }): Happening => {
      const note = status === "Closed" && index % 3 === 0 ? doneTexts[trade] : undefined;
      const set: Happening["do"] = (db, moment) =>
        void setRequestStatus(db, actor(hand), { requestId, status, note }, moment);
      return { at, do: set };
    });
    const answers: Happening["do"] = (db, moment) => {
      const by = actor(hand);
      const write = (text: string, internal: boolean) =>
        addNote(db, by, { id: hand.id, role: "Staff" }, { requestId, text, internal }, moment);
      write("Thank you for telling us. I will come and look at it.", false);
      if (index % 3 === 0) write("Third time this year. Ask for a quote to replace it.", true);
      const isUrgent = trade === "Electricity";
      const plan = isUrgent
        ? ({ step: "planned", priority: "urgent", dueOn: dayAfter(moment.today, 1) } as const)
        : ({ step: "acknowledged" } as const);
      planRequest(db, by, { requestId, assignedTo: hand.id, ...plan }, moment);
    };
    // Some of the latest ones, before the first can be closed.
    const isLate = index >= count - 60 && index % 2 === 1;
    return [
      { at, do: log },
      ...(isLate ? [{ at: later(at, hourMs), do: answers }] : []),
      ...changes,
    ];
  }).flat();
