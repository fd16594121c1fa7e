export const actions = {
  "areas.add": "entered an area that a unit uses",
  "areas.end": "entered the end of a unit's use of an area",
};
