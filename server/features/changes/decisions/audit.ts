export const actions = {
  "changes.confirm": "confirmed an announced change",
  "changes.refuse": "refused an announced change",
  "changes.undo": "took back a decision on a change",
};
