export const actions = {
  "sheets.print": "made a paper invite",
};
