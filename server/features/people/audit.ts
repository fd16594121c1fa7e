export const actions = {
  "people.add": "added a person",
  "people.change_role": "changed a role",
  "people.remove": "removed a person",
  "people.share_email": "entered that two people share an email",
};
