import type { Declared } from "../../api/procedures.ts";
import { type Day, dayAfter, startOfDay } from "../../platform/clock/clock.ts";
import { readSetting } from "../../platform/settings/settings.ts";
import type { Services } from "../../services.ts";
import { countWaiting } from "../account/printedInvites/service.ts";
import { hasAnnounced } from "../announcements/service.ts";
import { finesIn } from "../fines/service.ts";
import { requestAges } from "../maintenance/list.ts";
import { requestTypes } from "../maintenance/schema.ts";
import { countOpenBetween } from "../maintenance/service.ts";

import { countPeople, countWithoutLogin } from "../people/service.ts";
import { countUnits } from "../units/service.ts";
import { countVisitsBetween } from "../visitors/service.ts";

/** The work that waits for an admin, by feature, without what nobody has to do anything about. */
export const needsOf = (declared: Declared, services: Services) =>
  [...declared.needs].flatMap(([kind, find]) => {
    const need = find(services);
    return need && (need.count > 0 || need.later) ? [{ kind, ...need }] : [];
  });

/** The steps that a new building needs before its residents can use it, and whether each is done. */
export function firstStepsOf({ db, now }: Pick<Services, "db" | "now">) {
  const residents = countPeople(db, "Resident");
  const { notJoined, invited } = countWaiting(db, now());
  return {
    bankDetails: readSetting(db, "bankDetails") !== null,
    units: countUnits(db) > 0,
    residents: residents + countWithoutLogin(db) > 0,
    /** Somebody has joined, or has an invite that works. */
    invites: invited > 0 || residents + countPeople(db, "Staff") > notJoined,
    announcement: hasAnnounced(db),
  };
}

/** How far back the pictures go. */
const shownMonths = 12;
const shownDays = 30;

/** The first day of a month that is `months` after a day's own; negative months go back. */
function monthFrom(day: Day, months: number): Day {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** The numbers behind the dashboard's pictures: a year of fines, a month of visits, and today. */
export function picturesOf({ db, now, config }: Pick<Services, "db" | "now" | "config">) {
  const { today } = now();
  const start = (day: Day) => startOfDay(day, config.timeZone);
  const months = Array.from({ length: shownMonths }, (_, index) => {
    const month = monthFrom(today, index - shownMonths + 1);
    return { month, ...finesIn(db, start(month), start(monthFrom(month, 1))) };
  });
  const days = Array.from({ length: shownDays }, (_, index) => {
    const day = dayAfter(today, index - shownDays + 1);
    return { day, count: countVisitsBetween(db, start(day), start(dayAfter(day, 1))) };
  });
  const limits: Day[] = ["9999-12-31", ...requestAges.map((age) => dayAfter(today, -age)), ""];
  const requests = requestTypes.map((type) => ({
    type,
    /** How many are open, below each age, and older. */
    byAge: limits.slice(1).map((after, index) => {
      return countOpenBetween(db, type, after, limits[index] ?? "");
    }),
  }));
  const { notJoined, waiting, invited, withoutLogin } = countWaiting(db, now());
  const everybody = countPeople(db, "Resident") + countPeople(db, "Staff");
  return {
    months,
    days,
    requests,
    joined: { joined: everybody - notJoined, invited, others: waiting - invited + withoutLogin },
  };
}
