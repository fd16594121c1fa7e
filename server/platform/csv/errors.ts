import { errorsOf } from "../../errors.ts";

/** How a list from a spreadsheet can fail to be read. */
export const csvError = errorsOf({
  "imports.too_many_rows": "413 This file has more than 5 000 rows. Split it and import the parts.",
  "imports.too_many_columns":
    "413 This file has more than 1 000 columns. Delete the ones you do not need.",
  "imports.not_text": "415 This is not a text file. Save it as CSV and choose that one.",
  "imports.empty": "400 This file is empty. Choose another.",
  "imports.no_rows":
    "400 This file has headings but no rows under them, so there is nothing to import.",
  "imports.no_headings":
    "400 The first line must name the columns, such as Name, Surname, Email. Add that line at the top.",
  "imports.same_heading": "400 Two columns have the same heading. Rename one.",
  "imports.bad_columns": "400 columns must be a JSON object of field and column number.",
});
