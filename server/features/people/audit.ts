export const actions = {
  "people.add": "added a person",
  "people.change_role": "changed a role",
  "people.remove": "removed a person",
};
