export const actions = {
  "fines.withdraw": "withdrew a fine",
  "fines.put_back": "put a withdrawn fine back",
  "fines.undo": "took back a change of a fine",
};
