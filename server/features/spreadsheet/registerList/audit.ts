export const actions = {
  "register.export": "saved the register for a spreadsheet",
};
