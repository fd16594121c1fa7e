export const actions = {
  "changeNotices.announce": "announced a change of owner or occupant",
  "changeNotices.withdraw": "withdrew an announced change",
};
