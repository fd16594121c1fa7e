export const actions = {
  "imports.run": "imported a spreadsheet",
  "imports.take_back": "took an import back",
  "register.change_person": "took newer details of a person from a spreadsheet",
  "register.export": "saved the register for a spreadsheet",
};
