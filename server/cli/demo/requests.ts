import { logRequest, setRequestStatus } from "../../features/maintenance/service.ts";
import { type MaintenanceType, maintenanceTypes } from "../../features/people/schema.ts";
import { dayOf } from "../../platform/clock/clock.ts";
import { actor, neighbour } from "./people.ts";
import { dayMs, hourMs, later } from "./time.ts";
import { throughYear, type Year } from "./year.ts";

const count = 400;

const places = [
  "the ground-floor lobby",
  "the first-floor passage",
  "the third-floor landing",
  "the east stairwell",
  "the parking basement",
  "the laundry room",
  "the braai area",
] as const;

const texts: Readonly<Record<MaintenanceType, string[]>> = {
  Cleaning: [
    "Something was spilled in {place} and the floor is slippery.",
    "{place} was not swept this week.",
    "The windows in {place} need washing; the dust from the road is thick.",
    "Bins overflow and there are flies around {place}.",
    "Graffiti on the wall of {place}.",
    "Somebody left boxes and an old mattress in {place}.",
    "Cockroaches seen in {place}; please spray.",
    "Water stands in {place} after the rain; please mop it up.",
  ],
  Electricity: [
    "The light in {place} flickers all night.",
    "No light in {place} at all; it is dark when we come home.",
    "The plug in {place} gives sparks.",
    "My trip switch falls whenever the geyser comes on.",
    "No power in half of my flat since load-shedding ended.",
    "The intercom at my door does not ring.",
    "The lift stopped between floors twice today.",
    "The prepaid meter shows an error and takes no token.",
  ],
  Security: [
    "The gate motor stops half-way and the gate stays open.",
    "The pedestrian gate does not close by itself any more.",
    "My remote does not open the gate; a new battery did not help.",
    "The camera above {place} points at the wall.",
    "A stranger followed a car in last night; please look at the footage.",
    "The electric fence alarm goes off whenever it is windy.",
    "The lock of {place} is broken; the door can be pushed open.",
    "The burglar bars in {place} are loose.",
  ],
  Groundskeeping: [
    "A branch of the jacaranda hangs over my parking bay and may fall.",
    "The sprinkler by {place} runs all day and wastes water.",
    "The lawn next to {place} is knee-high.",
    "Gutter above {place} is full of leaves and overflows.",
    "Bees have made a nest in the wall near {place}.",
    "The pool is green and the pump is silent.",
    "Roots lift the paving near {place}; my mother tripped.",
    "The tap in the garden drips day and night.",
  ],
};

/** Most requests are closed, some are reopened, and a few are forgotten. */
export function logRequests(year: Year): void {
  const { random, people, timeZone, on } = year;
  for (const at of throughYear(year, count, 6, 22)) {
    const resident = neighbour(random, people, at);
    const trade = random.pick(maintenanceTypes);
    const text = random.pick(texts[trade]).replace("{place}", random.pick(places));
    const noticed = later(at, -random.pick([0, 0, 0, 1, 2]) * dayMs);
    const hand = random.pick(people.staff.filter((each) => each.trade === trade));
    let requestId = "";
    on(at, (db, moment) => {
      const request = {
        maintenanceType: trade,
        roomNumber: resident.address,
        date: dayOf(noticed, timeZone),
        description: text.charAt(0).toUpperCase() + text.slice(1),
      };
      requestId = logRequest(db, actor(resident), resident.id, request, moment).id;
    });
    const turn = (when: Date, status: "Open" | "Closed") =>
      on(when, (db, moment) => {
        setRequestStatus(db, actor(hand), { requestId, status }, moment);
      });
    if (random.chance(0.03)) continue;
    const closed = later(at, random.between(3, 12 * 24) * hourMs);
    turn(closed, "Closed");
    if (!random.chance(0.07)) continue;
    const again = later(closed, random.between(1, 5) * dayMs);
    turn(again, "Open");
    turn(later(again, random.between(1, 6) * dayMs), "Closed");
  }
}
