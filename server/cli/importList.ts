import { readFileSync, statSync } from "node:fs";
import { spreadsheetError } from "../features/spreadsheet/errors.ts";
import {
  fieldFor,
  kinds,
  maxImportBytes,
  maxImportRows,
} from "../features/spreadsheet/imports/schema.ts";
import {
  checkImport,
  inWords,
  refuseMissing,
  runImport,
} from "../features/spreadsheet/imports/service.ts";
import { isWhole, quotaInWords } from "../features/units/quotas/schema.ts";
import { listOf } from "../platform/csv/file.ts";
import { readSheets } from "../platform/csv/sheets.ts";
import { command, Refusal, UsageError } from "./command.ts";
import { importRegister, registerOptions } from "./importRegister.ts";
import { atTheShell, withServices } from "./openServices.ts";
import { counted } from "./words.ts";

/** @throws Refusal, AppError */
function bytesOf(path: string): Buffer {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new Refusal(`There is no file ${path}.`);
  if (found.size > maxImportBytes) throw spreadsheetError("imports.too_large");
  return readFileSync(path);
}

export const importList = command({
  name: "import",
  summary: "Imports residents, staff or units from CSV or .xlsx. The server may be running.",
  choice: kinds,
  file: "required",
  options: {
    "dry-run": { type: "boolean", help: "Says what would happen and changes nothing." },
    ...registerOptions,
  },
  notes: [
    "All rows or none. The first line holds the headings, such as Name, Surname, Email, Cell phone,",
    "ID/Passport number, Unit; for units: Unit, Section, PQ. Nobody gets a password: invite them after.",
  ],
  async run(values, path, chosen) {
    const kind = kinds.find((each) => each === chosen) ?? "residents";
    if (values["with-people"]) {
      if (kind !== "units") throw new UsageError("--with-people is for units only.");
      return importRegister(values, bytesOf(path));
    }
    const isHeading = (heading: string) => fieldFor(kind, heading) !== undefined;
    const sheets = await readSheets(bytesOf(path), maxImportRows + 2);
    const file = await listOf(sheets, maxImportRows, isHeading);
    await withServices(async ({ db, now }) => {
      const checked = await checkImport(db, kind, file, now().today);
      const { rows, counts, missing, quotaSum, quotaCount } = checked;
      refuseMissing(kind, missing);
      for (const { line, what, notes } of rows)
        for (const note of notes) console.log(`Line ${line}, ${what}: ${note}`);
      if (counts.refused > 0)
        throw new Refusal(
          `${counted(counts.refused, "row")} of ${rows.length} refused; nothing was imported.`,
        );
      if (values["dry-run"])
        console.log(`Nothing was changed. Without --dry-run: ${inWords(kind, counts)}`);
      else console.log((await runImport(db, atTheShell, kind, file, now)).message);
      if (quotaSum !== null && quotaCount !== null && !isWhole(quotaSum, quotaCount))
        console.log(quotaInWords(quotaSum, quotaCount));
    });
  },
});
