export const actions = {
  "units.add": "added a unit",
  "units.remove": "removed a unit",
  "units.set_quota": "changed a unit's participation quota",
  "units.update": "changed a unit",
};
