export const actions = {
  "quotas.set": "changed a unit's participation quota",
};
