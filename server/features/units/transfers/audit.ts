export const actions = {
  "transfers.enter": "entered a unit's new owners",
};
