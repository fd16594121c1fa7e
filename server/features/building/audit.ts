export const buildingActions = {
  "building.update": "changed the building",
};
