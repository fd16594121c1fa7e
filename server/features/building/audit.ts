export const actions = {
  "building.update": "changed the building",
};
