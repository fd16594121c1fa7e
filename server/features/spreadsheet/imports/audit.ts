export const actions = {
  "imports.run": "imported a spreadsheet",
};
