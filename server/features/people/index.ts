export { personal } from "./personal.ts";

/** The actions in the audit trail, with words that follow a person's name. */
export const actions = {
  "people.add": "added a person",
  "people.change_role": "changed a role",
  "people.remove": "removed a person",
  "people.share_email": "entered that two people share an email",
};
