export const actions = {
  "areas.add": "entered an area that a unit uses",
  "areas.end": "ended a unit's use of an area",
};
