export const actions = {
  "parties.add": "entered who has a unit",
  "parties.end": "ended somebody's time in a unit",
  "parties.vote": "entered which owner votes",
};
