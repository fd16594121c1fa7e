export const actions = {
  "parties.add": "entered who has a unit",
  "parties.end": "entered the end of somebody's time in a unit",
  "parties.transfer": "entered a unit's new owners",
  "parties.vote": "entered which owner votes",
};
