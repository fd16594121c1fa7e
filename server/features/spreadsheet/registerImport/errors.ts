import { errorsOf } from "../../../errors.ts";

export const registerImportError = errorsOf({
  "register.bad_choices": "400 choices must be a JSON object as the documentation says.",
  "register.no_sheet": "400 The workbook has no sheet of that name. Choose another.",
  "register.no_columns":
    "400 No column seems to hold units or names. Choose which column holds what.",
  "register.undecided": "409 Answer the questions about the list first.",
});
