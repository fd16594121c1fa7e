import { errorsOf } from "../../errors.ts";

const csvErrors = {
  "imports.too_many_rows": "413 This file has more than 5 000 rows. Split it and import the parts.",
  "imports.too_many_columns":
    "413 This file has more than 200 columns. Delete the ones you do not need.",
  "imports.too_slow":
    "413 Reading this file takes too long. Copy the list into a new workbook and save that.",
  "imports.not_text": "400 This is not a text file. Save it as CSV and choose that one.",
  "imports.empty": "400 This file is empty. Choose another.",
  "imports.bomb":
    "413 This file unpacks to far more than a list of people and units. Copy the list into a new workbook and save that.",
  "imports.macros":
    "400 This workbook has macros. Save it as .xlsx or CSV without them, and choose that one.",
  "imports.workbook": "400 This workbook cannot be read. Open it and save it as CSV first.",
  "imports.formula":
    "400 The sheet has formulas. Copy the list, paste it as values, then save the file again.",
  "imports.no_rows":
    "400 This file has headings but no rows under them, so there is nothing to import.",
  "imports.bad_columns": "400 columns must be a JSON object of field and column number.",
} as const;

export type CsvErrorCode = keyof typeof csvErrors;
export const csvError = errorsOf<CsvErrorCode>(csvErrors);
export const csvErrorCodes = Object.keys(csvErrors) as CsvErrorCode[];
