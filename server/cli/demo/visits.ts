import { signInVisitor, signOutVisitor } from "../../features/visitors/service.ts";
import { dayOf } from "../../platform/clock/clock.ts";
import { visitorNames, visitorSurnames } from "./names.ts";
import { actor, neighbour } from "./people.ts";
import { dayMs, hourMs, later, minuteMs } from "./time.ts";
import { throughYear, type Year } from "./year.ts";

const count = 900;
/** The last few visitors came today and are still inside, whatever the hour. */
const stillIn = 6;

export function receiveVisitors(year: Year): void {
  const { random, now } = year;
  for (const at of throughYear(year, count - stillIn, 9, 20)) {
    const nights = random.chance(0.2) ? random.between(1, 3) : 0;
    const until =
      nights > 0
        ? later(at, nights * dayMs - random.between(4, 10) * hourMs)
        : later(at, random.between(30, 360) * minuteMs);
    visit(year, at, nights, until);
  }
  for (let index = 0; index < stillIn; index += 1)
    visit(year, later(now, -random.between(10, 170) * minuteMs), index % 3 === 0 ? 2 : 0, null);
}

function visit(
  { random, people, timeZone, on }: Year,
  at: Date,
  nights: number,
  until: Date | null,
): void {
  const resident = neighbour(random, people, at);
  const [visitorName, visitorSurname] = [random.pick(visitorNames), random.pick(visitorSurnames)];
  let visitId = "";
  on(at, (db, moment) => {
    const arrival = {
      visitationType: nights > 0 ? ("Sleepover" as const) : ("Day Visit" as const),
      roomNumber: resident.address,
      residentName: `${resident.name} ${resident.surname}`,
      visitorName,
      visitorSurname,
      visitorEmail: `${visitorName}.${visitorSurname}@visitors.example`.toLowerCase(),
      startDate: dayOf(at, timeZone),
      ...(nights > 0 && { leaveDate: dayOf(later(at, nights * dayMs), timeZone) }),
    };
    visitId = signInVisitor(db, actor(resident), resident.id, arrival, moment).id;
  });
  if (until)
    on(until, (db, moment) => {
      signOutVisitor(db, actor(resident), { visitId, residentId: resident.id }, moment);
    });
}
