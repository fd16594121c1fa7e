import { announceVisit } from "../../features/visitors/expected/service.ts";
import { signInVisitor, signOutVisitor } from "../../features/visitors/service.ts";
import { dayAfter, dayOf } from "../../platform/clock/clock.ts";
import type { Weekday } from "../../platform/clock/weekdays.ts";
import { visitorNames, visitorSurnames } from "./names.ts";
import { actor, type DemoPeople, neighbour } from "./people.ts";
import type { Random } from "./random.ts";
import { dayMs, type Happening, hourMs, later, minuteMs, onDay } from "./time.ts";

const count = 900;
/** The last few visitors came today and are still inside, whatever the hour. */
const stillIn = 6;

function stayOf(random: Random, at: Date) {
  if (!random.chance(0.2))
    return { at, nights: 0, until: later(at, random.between(30, 360) * minuteMs) };
  const nights = random.between(1, 3);
  return { at, nights, until: later(at, nights * dayMs - random.between(4, 10) * hourMs) };
}

export function visitHappenings(
  random: Random,
  people: DemoPeople,
  now: Date,
  timeZone: string,
): Happening[] {
  const past = Array.from({ length: count - stillIn }, (_, index) => {
    const daysAgo = 1 + Math.round(((count - index) * 363) / count);
    return stayOf(random, onDay(random, now, daysAgo, 9, 20));
  });
  const present = Array.from({ length: stillIn }, (_, index) => {
    const at = later(now, -random.between(10, 170) * minuteMs);
    return { at, nights: index % 3 === 0 ? 2 : 0, until: null };
  });
  return [...past, ...present].flatMap((stay) => happeningsOf(random, people, stay, timeZone));
}

function happeningsOf(
  random: Random,
  people: DemoPeople,
  { at, nights, until }: { at: Date; nights: number; until: Date | null },
  timeZone: string,
): Happening[] {
  const resident = neighbour(random, people, at);
  const [visitorName, visitorSurname] = [random.pick(visitorNames), random.pick(visitorSurnames)];
  let visitId = "";
  const signIn: Happening["do"] = (db, moment) => {
    const visit = {
      visitationType: nights > 0 ? ("Sleepover" as const) : ("Day Visit" as const),
      roomNumber: resident.address,
      residentName: `${resident.name} ${resident.surname}`,
      visitorName,
      visitorSurname,
      visitorEmail: `${visitorName}.${visitorSurname}@visitors.example`.toLowerCase(),
      startDate: dayOf(at, timeZone),
      ...(nights > 0 && { leaveDate: dayOf(later(at, nights * dayMs), timeZone) }),
    };
    visitId = signInVisitor(db, actor(resident), resident.id, visit, moment).id;
  };
  if (until === null) return [{ at, do: signIn }];
  const signOut: Happening["do"] = (db, moment) =>
    signOutVisitor(db, actor(resident), { visitId, residentId: resident.id }, moment);
  return [
    { at, do: signIn },
    { at: until, do: signOut },
  ];
}

const mornings = { weekdays: [1, 2, 3, 4, 5] as Weekday[], fromTime: "07:00", untilTime: "13:00" };

/**
 * The expected visits: the username of the resident, the visitor, their number plate, and the first
 * and the last day as days from today; one of them comes regularly.
 */
const announced = [
  ["thandi", "Naledi Khumalo", "", 0, 0],
  ["thandi", "", "", 1, 1],
  ["thandi", "Maria Dube", "", 0, 180, mornings],
  ["priya", "Willem Botes", "ND482913", 0, 2],
  ["kagiso", "Plumber, Mokoena and Son", "CA71604", 0, 0],
] as const;

export function expectedHappenings(
  { residents }: DemoPeople,
  now: Date,
  timeZone: string,
): Happening[] {
  const today = dayOf(now, timeZone);
  return announced.flatMap(([username, visitorName, vehicle, first, last, regularly], index) => {
    const resident = residents.find((each) => each.username === username);
    if (!resident) return [];
    const days = { from: dayAfter(today, first), until: dayAfter(today, last) };
    const announce: Happening["do"] = (db, moment) => {
      announceVisit(
        db,
        actor(resident),
        resident.id,
        { ...days, ...regularly, visitorName, vehicle },
        moment,
        timeZone,
      );
    };
    return [{ at: later(now, (index - announced.length) * minuteMs), do: announce }];
  });
}
