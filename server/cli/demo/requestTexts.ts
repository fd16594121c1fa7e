import type { MaintenanceType } from "../../features/people/schema.ts";

export const places = [
  "the ground-floor lobby",
  "the first-floor passage",
  "the second-floor passage",
  "the third-floor landing",
  "the east stairwell",
  "the west stairwell",
  "the parking basement",
  "the laundry room",
  "the bin area",
  "the braai area",
] as const;

/** What staff write when they close one. */
export const doneTexts: Readonly<Record<MaintenanceType, string>> = {
  Cleaning: "Cleaned this morning. Please tell me if it comes back.",
  Electricity: "Replaced and tested. It works again.",
  Security: "Repaired, and the lock is oiled.",
  Groundskeeping: "Done. I will look at it again next week.",
};

export const requestTexts: Readonly<Record<MaintenanceType, string[]>> = {
  Cleaning: [
    "Something was spilled in {place} and the floor is slippery.",
    "{place} was not swept this week.",
    "The windows in {place} need washing; the dust from the road is thick.",
    "Bad smell in {place} since the weekend.",
    "Bins overflow and there are flies around {place}.",
    "Graffiti on the wall of {place}.",
    "Somebody left boxes and an old mattress in {place}.",
    "Cockroaches seen in {place}; please spray.",
    "The lift floor is sticky and the mirror is dirty.",
    "Pigeon droppings on the railing outside my flat.",
    "Water stands in {place} after the rain; please mop it up.",
  ],
  Electricity: [
    "The light in {place} flickers all night.",
    "No light in {place} at all; it is dark when we come home.",
    "The plug in {place} gives sparks.",
    "My trip switch falls whenever the geyser comes on.",
    "No power in half of my flat since load-shedding ended.",
    "The geyser does not heat; the element may be gone.",
    "The intercom at my door does not ring.",
    "The lift stopped between floors twice today.",
    "The prepaid meter shows an error and takes no token.",
    "The emergency light in {place} did not come on during load-shedding.",
    "My stove plate is dead and the isolator feels warm.",
  ],
  Security: [
    "The gate motor stops half-way and the gate stays open.",
    "The pedestrian gate does not close by itself any more.",
    "My remote does not open the gate; a new battery did not help.",
    "The camera above {place} points at the wall.",
    "A stranger followed a car in last night; please look at the footage.",
    "The electric fence alarm goes off whenever it is windy.",
    "The lock of {place} is broken; the door can be pushed open.",
    "The keypad at the gate takes the old code still.",
    "Somebody tried the door handles of the cars in the parking basement.",
    "The guard hut was empty between 02:00 and 04:00.",
    "The burglar bars in {place} are loose.",
  ],
  Groundskeeping: [
    "A branch of the jacaranda hangs over my parking bay and may fall.",
    "The sprinkler by {place} runs all day and wastes water.",
    "The lawn next to {place} is knee-high.",
    "Gutter above {place} is full of leaves and overflows.",
    "The hedge has grown over the path; one cannot pass with a pram.",
    "Bees have made a nest in the wall near {place}.",
    "The pool is green and the pump is silent.",
    "Roots lift the paving near {place}; my mother tripped.",
    "The tap in the garden drips day and night.",
    "Moles have dug up the lawn by {place}.",
    "The flower beds near {place} dry out; nobody waters them.",
  ],
};
