import { readFileSync, statSync } from "node:fs";
import { tellSharedEmail } from "../features/people/service.ts";
import { spreadsheetError } from "../features/spreadsheet/errors.ts";
import {
  type CheckedRegister,
  choices,
  defaultRoles,
  maxImportBytes,
  maxImportRows,
} from "../features/spreadsheet/schema.ts";
import { checkRegister, registerInWords, runRegister } from "../features/spreadsheet/service.ts";
import { isWhole, quotaInWords } from "../features/units/quotas/schema.ts";
import { readSheets } from "../platform/csv/sheets.ts";
import { command, Refusal, UsageError } from "./command.ts";
import { atTheShell, requireBuilding, withServices } from "./openServices.ts";
import { counted } from "./words.ts";

/** Says what was read and what is open. @throws Refusal if rows are refused */
function report({ rows, remarks, counts, questions }: CheckedRegister): void {
  for (const remark of remarks) console.log(remark);
  for (const { line, unit, fate, notes, changes } of rows) {
    const taken = changes
      .filter(({ isTaken }) => isTaken)
      .map(({ label, before, after }) => `${label} ${before || "none"} becomes ${after}.`);
    if (fate !== "skipped")
      for (const note of [...notes, ...taken])
        console.log(`Row ${line}${unit && `, ${unit}`}: ${note}`);
  }
  for (const { words, answer, examples } of questions)
    if (answer === null)
      console.log(
        [words, ...(examples.length ? [`(${examples.slice(0, 12).join(", ")})`] : [])].join(" "),
      );
  if (counts.refused > 0)
    throw new Refusal(
      `${counted(counts.refused, "row")} of ${rows.length} refused; nothing was imported.`,
    );
}

export const importList = command({
  name: "import",
  summary: "Imports units, owners, tenants and staff from CSV or .xlsx. The server may be running.",
  file: "required",
  options: {
    "dry-run": { type: "boolean", help: "Says what would happen and changes nothing." },
    "make-units": { type: "boolean", help: "Makes the units that are not in Stoep yet." },
    "same-units": { type: "boolean", help: 'Takes "1" for "Unit 1", where that is a unit.' },
    "unit-above": {
      type: "boolean",
      help: "Takes rows without a unit for rows of the unit above them.",
    },
    "quota-parts": {
      type: "boolean",
      help: "Takes quotas below 1 for parts of 1: 0.1 is 10 %.",
    },
    "same-people": {
      type: "boolean",
      help: "Takes two of one name and number with two emails for one person.",
    },
    namesakes: {
      type: "boolean",
      help: "Takes people for those of the same name in Stoep who have another unit.",
    },
    "take-all": {
      type: "boolean",
      help: "Takes all newer details of people who are in Stoep already: names, numbers, emails.",
    },
    "share-emails": {
      type: "boolean",
      help: "Lets people share an email, which then logs in none of them.",
    },
    as: {
      type: "string",
      value: "ROLE",
      help: `If the list does not say what people are: ${defaultRoles.join(", ")}.`,
    },
    sheet: { type: "string", value: "NAME", help: "The sheet of a workbook; else the likeliest." },
  },
  notes: [
    "All rows or none. The headings are such as Unit, Section, PQ, Owner, Tenant, Name, Surname, Email,",
    "Cell phone. Nobody gets a password: invite them after. To answer no: --no-quota-parts and so on.",
  ],
  async run(values, path) {
    const as = defaultRoles.find((each) => each === values.as);
    if (values.as !== undefined && !as)
      throw new UsageError(`Not ${values.as}, but one of ${defaultRoles.join(", ")}.`);
    const chosen = choices.parse({
      sheet: values.sheet,
      sameUnits: values["same-units"],
      makeUnits: values["make-units"],
      unitAbove: values["unit-above"],
      takeAll: values["take-all"],
      quotaParts: values["quota-parts"],
      samePeople: values["same-people"],
      namesakes: values.namesakes,
      shareEmails: values["share-emails"],
      as,
    });
    requireBuilding();
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found?.isFile()) throw new Refusal(`There is no file ${path}.`);
    if (found.size > maxImportBytes) throw spreadsheetError("imports.too_large");
    // Titles and headings come above the rows.
    const file = await readSheets(readFileSync(path), maxImportRows + 20);
    await withServices(async (services) => {
      const { db, now } = services;
      const checked = checkRegister(db, file, chosen, now().today);
      report(checked);
      const { counts, missing, quotaSum, quotaCount } = checked;
      if (values["dry-run"] && !missing)
        console.log(`Nothing was changed. Without --dry-run: ${registerInWords(counts)}`);
      else {
        const tell = tellSharedEmail(services);
        const given = { file, choices: chosen, tell };
        console.log(runRegister(db, atTheShell, given, now()).message);
      }
      if (quotaSum > 0 && !isWhole(quotaSum, quotaCount))
        console.log(quotaInWords(quotaSum, quotaCount));
    });
  },
});
