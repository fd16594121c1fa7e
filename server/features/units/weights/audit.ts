export const actions = {
  "weights.set": "entered a unit's weight under a rule",
};
