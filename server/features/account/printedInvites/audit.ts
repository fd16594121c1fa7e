export const actions = {
  "sheets.make": "made a paper invite",
  "sheets.print": "printed or shared a paper invite",
  "sheets.give_login": "made a login for somebody of the register",
};
