export const importsActions = {
  "imports.run": "imported a spreadsheet",
};
