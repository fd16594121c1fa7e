import { errorsOf } from "../../errors.ts";

export const spreadsheetError = errorsOf({
  "imports.no_file": "400 No file arrived. Choose a CSV file and send it again.",
  "imports.cut_off": "400 The upload stopped halfway. Send the file again.",
  "imports.too_large": "413 This file is larger than 2 MB. Split it and import the parts.",
  "imports.refused": "409 Some rows are refused, so nothing was imported. Look at them again.",
  "imports.not_recent":
    "409 This import cannot be taken back any more. It can for a day, and only once.",
  "imports.none_kept": "404 There is no list that you have begun to import.",
  "register.bad_choices": "400 choices must be a JSON object as the documentation says.",
  "register.no_sheet": "400 The workbook has no sheet of that name. Choose another.",
  "register.no_columns":
    "400 No column seems to hold units or names. Choose which column holds what.",
  "register.undecided": "409 Answer the questions about the list first.",
});
