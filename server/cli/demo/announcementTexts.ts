import type { NewNotice, Sender } from "../../features/announcements/schema.ts";

export interface Text {
  sender: Sender;
  /** `{day}` is replaced by a day within about the next week. */
  message: string;
}

const admin = (message: string): Text => ({ sender: "admin", message });
const staff = (message: string): Text => ({ sender: "staff", message });

export const everydayTexts: readonly Text[] = [
  admin("Levies are due by the 7th. Please use your unit number as the reference."),
  staff("Water will be off on {day} from 09:00 to 13:00 while a valve is replaced. Fill a bucket."),
  staff("The lift is being serviced on {day} in the morning. Please use the stairs."),
  admin("The trustees meet on {day} at 18:30 in the lobby. Owners may come and listen."),
  staff("The gate motor is repaired. If your remote does not work, bring it to the guard hut."),
  staff("Refuse is collected on {day} this week. Bags out in the morning only, please."),
  admin("The sub-meters are read on {day}. Please leave nothing in front of the meter boxes."),
  staff("Load-shedding stage 4 is announced. The gate runs on its battery; please do not hold it."),
  admin("Parking bays 31 to 34 are for visitors, for one night at most. Others will be fined."),
  staff("The pest controller comes on {day}. Tell us if you have small children or pets."),
  admin("The insurer asks every owner for the geyser's certificate. Please send it by {day}."),
  staff("Keys were found near the letter boxes. Describe them at the guard hut to get them back."),
  staff("The passages are washed on {day}. Please take in mats and shoe racks."),
  admin(
    "Quiet hours are 22:00 to 06:00, weekends included. Think of the people with small children.",
  ),
  staff("The generator is tested on {day} at 10:00. The lights may blink for a moment."),
  admin(
    "The painters start with the east side on {day}. Please close your windows while they spray.",
  ),
  staff("The electric fence is tested on {day}. Keep children away from the wall until noon."),
  admin("Fibre installers work in the passages on {day}. They carry a letter from the trustees."),
  staff("The garden refuse truck comes on {day}. Cut branches may be left next to the bin area."),
  admin("The draft budget is ready. Ask at the office for a copy and send questions by {day}."),
  staff(
    "Johannesburg Water announces low pressure until {day}. The tank holds for a day: go easy.",
  ),
  admin("Short-stay letting needs the trustees' written consent. See conduct rule 14."),
  staff("A delivery of chairs for the braai area comes on {day}. Hands to carry them are welcome."),
  admin("Welcome to our new neighbours. Please introduce yourselves in the lift."),
];

const onDay = (month: number, day: number, text: Text) => ({ ...text, month, day });

/** Announcements for a certain day of the year; months are 1 to 12. */
export const seasonalTexts: readonly (Text & { month: number; day: number })[] = [
  onDay(1, 12, admin("A good new year to all. The office is open again.")),
  onDay(3, 9, admin("The AGM is on {day} at 18:00 in the lobby. Bring your proxy forms.")),
  onDay(4, 24, staff("On Freedom Day one guard is on duty. Please sign visitors in early.")),
  onDay(6, 10, staff("Frost is forecast. Geyser blankets can be had at the guard hut.")),
  onDay(8, 6, admin("Tea for Women's Day in the lobby at 15:00. Bring cake if you can.")),
  onDay(9, 21, admin("Heritage Day braai in the garden from 12:00. Bring your own meat.")),
  onDay(10, 14, staff("The jacarandas bloom. Sweep the petals off your step; they are slippery.")),
  onDay(11, 2, staff("Hail is forecast. Move your car under cover if you have a bay there.")),
  onDay(12, 14, admin("The office is closed from 16 December to 8 January. Guards stay on duty.")),
];

export const outageNotice: NewNotice = {
  title: "The lift waits for a part",
  message:
    "The technician has ordered a new belt. Tell the guard hut if you need somebody to carry for you.",
  outage: "Lift",
};
