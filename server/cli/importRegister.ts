import { tellSharedEmail } from "../features/people/service.ts";
import {
  choices,
  defaultRoles,
  maxRegisterRows,
} from "../features/spreadsheet/registerImport/schema.ts";
import {
  checkRegister,
  registerInWords,
  runRegister,
} from "../features/spreadsheet/registerImport/service.ts";
import { isWhole, quotaInWords } from "../features/units/quotas/schema.ts";
import { readSheets } from "../platform/csv/sheets.ts";
import { Refusal, UsageError } from "./command.ts";
import { atTheShell, withServices } from "./openServices.ts";
import { counted } from "./words.ts";

/** The options of an import of units with their people. */
export const registerOptions = {
  "with-people": {
    type: "boolean",
    help: "For units: also imports owners and tenants, from one list.",
  },
  "make-units": { type: "boolean", help: "Makes the units that are not in Stoep yet." },
  "same-units": { type: "boolean", help: 'Takes "1" for "Unit 1", where that is a unit.' },
  "share-emails": {
    type: "boolean",
    help: "Lets people share an email, which then logs in none of them.",
  },
  as: {
    type: "string",
    value: "ROLE",
    help: "If the list does not say what people are: owner, tenant or occupant.",
  },
  sheet: { type: "string", value: "NAME", help: "The sheet of a workbook; else the likeliest." },
} as const;

type Given = Record<"dry-run" | Exclude<keyof typeof registerOptions, "as" | "sheet">, boolean> &
  Record<"as" | "sheet", string | undefined>;

/** Imports units, people, owners and tenants together. @throws Refusal, UsageError, AppError */
export async function importRegister(values: Given, bytes: Buffer): Promise<void> {
  const as = defaultRoles.find((each) => each === values.as);
  if (values.as !== undefined && !as)
    throw new UsageError(`Not ${values.as}, but one of ${defaultRoles.join(", ")}.`);
  const chosen = choices.parse({
    sheet: values.sheet,
    sameUnits: values["same-units"],
    makeUnits: values["make-units"],
    shareEmails: values["share-emails"],
    as,
  });
  const file = await readSheets(bytes, maxRegisterRows + 20);
  await withServices(async (services) => {
    const { db, now } = services;
    const { rows, counts, questions, missing, quotaSum, quotaCount } = await checkRegister(
      db,
      file,
      chosen,
      now().today,
    );
    for (const { line, unit, fate, notes } of rows)
      if (fate !== "skipped")
        for (const note of notes) console.log(`Row ${line}${unit && `, ${unit}`}: ${note}`);
    for (const { words, answer, examples } of questions)
      if (answer === null) console.log(`${words} (${examples.slice(0, 12).join(", ")})`);
    if (counts.refused > 0)
      throw new Refusal(
        `${counted(counts.refused, "row")} of ${rows.length} refused; nothing was imported.`,
      );
    if (values["dry-run"] && !missing)
      console.log(`Nothing was changed. Without --dry-run: ${registerInWords(counts)}`);
    else {
      const tell = tellSharedEmail(services);
      const { message } = await runRegister(db, atTheShell, { file, choices: chosen, tell }, now);
      console.log(message);
    }
    if (quotaSum > 0 && !isWhole(quotaSum, quotaCount))
      console.log(quotaInWords(quotaSum, quotaCount));
  });
}
