import { postNotice } from "../../features/announcements/notices/service.ts";
import { postAnnouncement } from "../../features/announcements/service.ts";
import { everydayTexts, outageNotice, seasonalTexts, type Text } from "./announcementTexts.ts";
import { actor, type DemoPeople, type Player } from "./people.ts";
import type { Random } from "./random.ts";
import { dayMs, type Happening, hourMs, later, onDay } from "./time.ts";

const count = 60;

function daysSince(now: Date, month: number, day: number): number {
  const thisYear = Date.UTC(now.getUTCFullYear(), month - 1, day);
  const last =
    thisYear > now.getTime() - dayMs
      ? Date.UTC(now.getUTCFullYear() - 1, month - 1, day)
      : thisYear;
  return Math.floor((now.getTime() - last) / dayMs);
}

export function announcementHappenings(
  random: Random,
  people: DemoPeople,
  now: Date,
  timeZone: string,
): Happening[] {
  const dayName = new Intl.DateTimeFormat("en-ZA", {
    timeZone,
    weekday: "long",
    day: "numeric",
    month: "long",
  });
  const post = ({ sender, message }: Text, daysAgo: number): Happening => {
    const at = onDay(random, now, daysAgo, 8, 18);
    const day = dayName.format(later(at, random.between(2, 8) * dayMs)).replace(",", "");
    const author = random.pick(sender === "admin" ? people.trustees : people.staff);
    const text = { sender, message: message.replace("{day}", day) };
    return { at, do: (db, moment) => void postAnnouncement(db, actor(author), text, moment) };
  };
  // An outage of yesterday, and nobody knows until when.
  const breakdown: Happening = {
    at: later(now, -26 * hourMs),
    do: (db, moment) => {
      const [caretaker] = people.staff as [Player, ...Player[]];
      postNotice(db, actor(caretaker), "staff", outageNotice, moment, timeZone);
    },
  };
  const everyday = count - seasonalTexts.length;
  return [
    ...seasonalTexts.map((text) => post(text, daysSince(now, text.month, text.day))),
    ...Array.from({ length: everyday }, (_, index) => {
      const text = everydayTexts[index % everydayTexts.length] as Text;
      return post(text, 1 + Math.round(((everyday - index) * 360) / everyday));
    }),
    breakdown,
  ];
}
