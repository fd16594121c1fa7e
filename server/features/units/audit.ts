export const actions = {
  "units.add": "added a unit",
  "units.remove": "removed a unit",
  "units.update": "changed a unit",
};
