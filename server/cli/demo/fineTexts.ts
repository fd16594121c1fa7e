import type { NewFine } from "../../features/fines/schema.ts";

/** The reasons for fines, each with its lowest and highest amount in rand. */
export const fineReasons: Readonly<Record<NewFine["type"], [string, number, number][]>> = {
  "Late Rent": [
    ["Rent for the month arrived after the 7th.", 250, 450],
    ["Second late rent in three months; the agent was told.", 450, 750],
    ["Debit order returned unpaid, bank charges included.", 350, 600],
    ["Rent paid short, the difference came two weeks late.", 200, 400],
  ],
  "Overdue Fees": [
    ["Levy not paid by the 7th of the month.", 300, 600],
    ["Special levy for the lift is 30 days overdue.", 500, 1200],
    ["Water account from the sub-meter is overdue.", 200, 450],
    ["Electricity recovery not paid after two reminders.", 250, 550],
    ["Interest on levies in arrears, as decided at the AGM.", 150, 350],
  ],
  "Maintenance Violation": [
    ["Bathroom altered without the trustees' written consent.", 1500, 3000],
    ["Builders' rubble left in the ground-floor passage for a week.", 600, 1200],
    ["Satellite dish fixed to the front wall without permission.", 500, 900],
    ["Leaking geyser not repaired after two notices; ceiling below stained.", 800, 1600],
    ["Balcony enclosed with shade cloth, against the conduct rules.", 500, 1000],
    ["Drilling and tiling on a Sunday afternoon.", 300, 600],
  ],
  "Lease Violation": [
    ["Loud music after 22:00 on a weekday, third complaint.", 400, 800],
    ["Dog kept without the trustees' consent.", 500, 1000],
    ["Parked in a visitors' bay for more than five days.", 250, 450],
    ["Flat let to short-stay guests without telling the trustees.", 1500, 2500],
    ["Braai with an open flame on the balcony.", 400, 700],
    ["Refuse bags left at the gate outside collection day.", 150, 300],
    ["Gate remote lent to somebody who does not live here.", 350, 600],
  ],
};
