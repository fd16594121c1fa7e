export const actions = {
  "corrections.correct": "corrected a person's details",
  "merges.merge": "merged two entries of one person",
};
