export const actions = {
  "changes.announce": "announced a change of owner or occupant",
  "changes.withdraw": "withdrew an announced change",
  "changes.forgetContacts": "removed the contacts from decided announcements",
};
