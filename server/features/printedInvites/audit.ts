export const printedInvitesActions = {
  "sheets.print": "made a paper invite",
};
