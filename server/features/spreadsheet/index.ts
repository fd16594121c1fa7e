import * as personal from "./personal.ts";
import * as rest from "./rest.ts";
import * as router from "./router.ts";

export const imports = { ...personal, ...rest, ...router };

/** The actions in the audit trail, with words that follow a person's name. */
export const actions = {
  "imports.run": "imported a spreadsheet",
  "imports.take_back": "took an import back",
  "register.change_person": "took newer details of a person from a spreadsheet",
  "register.export": "saved the register for a spreadsheet",
};
