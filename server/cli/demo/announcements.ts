import type { Sender } from "../../features/announcements/schema.ts";
import { postAnnouncement } from "../../features/announcements/service.ts";
import { actor } from "./people.ts";
import { dayMs, later } from "./time.ts";
import { throughYear, type Year } from "./year.ts";

const count = 60;

/** Who says what; `{day}` is replaced by a day within about the next week. */
const texts: readonly (readonly [Sender, string])[] = [
  ["admin", "Levies are due by the 7th. Please use your unit number as the reference."],
  ["staff", "Water will be off on {day} from 09:00 to 13:00 while a valve is replaced."],
  ["staff", "The lift is being serviced on {day} in the morning. Please use the stairs."],
  ["admin", "The trustees meet on {day} at 18:30 in the lobby. Owners may come and listen."],
  ["staff", "The gate motor is repaired. If your remote does not work, bring it to the guard hut."],
  ["staff", "Refuse is collected on {day} this week. Bags out in the morning only, please."],
  ["admin", "The sub-meters are read on {day}. Leave nothing in front of the meter boxes."],
  ["staff", "Load-shedding stage 4 is announced. The gate runs on its battery; do not hold it."],
  ["admin", "Parking bays 31 to 34 are for visitors, for one night at most. Others are fined."],
  ["staff", "The pest controller comes on {day}. Tell us if you have small children or pets."],
  ["admin", "The insurer asks every owner for the geyser's certificate. Please send it by {day}."],
  ["staff", "Keys were found near the letter boxes. Describe them at the guard hut."],
  ["staff", "The passages are washed on {day}. Please take in mats and shoe racks."],
  ["admin", "Quiet hours are 22:00 to 06:00, weekends included. Think of small children."],
  ["staff", "The generator is tested on {day} at 10:00. The lights may blink for a moment."],
  ["admin", "The painters start with the east side on {day}. Please close your windows."],
  ["staff", "The electric fence is tested on {day}. Keep children away from the wall until noon."],
  ["admin", "The draft budget is ready. Ask at the office for a copy."],
  ["admin", "Short-stay letting needs the trustees' written consent. See conduct rule 14."],
  ["admin", "Welcome to our new neighbours. Please introduce yourselves in the lift."],
];

export function postAnnouncements(year: Year): void {
  const { random, people, timeZone, on } = year;
  const dayName = new Intl.DateTimeFormat("en-ZA", {
    timeZone,
    weekday: "long",
    day: "numeric",
    month: "long",
  });
  for (const [index, at] of throughYear(year, count, 8, 18).entries()) {
    const [sender, words] = texts[index % texts.length] as (typeof texts)[number];
    const day = dayName.format(later(at, random.between(2, 8) * dayMs)).replace(",", "");
    const author = random.pick(sender === "admin" ? people.trustees : people.staff);
    on(at, (db, moment) => {
      const text = { sender, message: words.replace("{day}", day) };
      postAnnouncement(db, actor(author), text, moment);
    });
  }
}
