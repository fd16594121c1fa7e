export const actions = {
  "changes.confirm": "confirmed an announced change",
  "changes.refuse": "refused an announced change",
};
