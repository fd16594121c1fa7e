export const actions = {
  "corrections.correct": "corrected a person's details",
};
