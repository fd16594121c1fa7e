export const actions = {
  "changes.announce": "announced a change",
  "changes.withdraw": "withdrew an announced change",
  "changes.undo_withdraw": "took the withdrawal of an announced change back",
  "changes.forgetContacts": "removed contacts from old changes",
};
