export const actions = {
  "parties.add": "entered who has a unit",
  "parties.end": "entered the end of somebody's time in a unit",
  "parties.vote": "entered which owner votes",
};
