export const actions = {
  "imports.run": "imported a spreadsheet",
  "register.export": "saved the register for a spreadsheet",
};
