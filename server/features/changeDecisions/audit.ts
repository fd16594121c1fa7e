export const actions = {
  "changeDecisions.confirm": "confirmed an announced change",
  "changeDecisions.refuse": "refused an announced change",
};
