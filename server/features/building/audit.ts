export const actions = {
  "building.update": "changed the building",
  "picture.set": "chose a picture of the building",
  "picture.remove": "removed the picture of the building",
};
