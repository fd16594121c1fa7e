export const actions = {
  "sheets.print": "made a paper invite",
  "sheets.give_login": "made a login for somebody of the register",
};
