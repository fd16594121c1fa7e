export const actions = {
  "merges.merge": "merged two entries of one person",
};
