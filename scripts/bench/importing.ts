import { join } from "node:path";
import { choices, maxImportRows } from "../../server/features/spreadsheet/schema.ts";
import { checkRegister, runRegister } from "../../server/features/spreadsheet/service.ts";
import { momentOf } from "../../server/platform/clock/clock.ts";
import { readSheets } from "../../server/platform/csv/sheets.ts";
import { openBuilding } from "../../server/platform/installation/database.ts";
import type { Bench } from "./part.ts";
import type { Line } from "./report.ts";

const times = 5;
const by = { accountId: null, origin: "bench" };

/** As many rows as a list may have, with a section, an owner, an email and a number each. */
const list = [
  "Unit,Section,PQ,Owner,Owner email,Owner cell",
  ...Array.from({ length: maxImportRows }, (_, at) => {
    const number = String(at).padStart(4, "0");
    return `Unit ${at},${at},0.02,Anna ${number} Smit,owner${at}@example.co.za,082 555 ${number}`;
  }),
].join("\n");

/** Checking and importing the largest list into an empty building. */
export async function measureImport({ folder }: Bench): Promise<Line[]> {
  const file = await readSheets(Buffer.from(list), maxImportRows + 20);
  const now = momentOf(new Date(), "Africa/Johannesburg");
  const chosen = choices.parse({ makeUnits: true });
  const rounds = Array.from({ length: times }, (_, time) => {
    const db = openBuilding(join(folder, `import-${time}.db`));
    const begun = performance.now();
    checkRegister(db, file, chosen, now.today);
    const checked = performance.now();
    runRegister(db, by, { file, choices: chosen }, now);
    const done = performance.now();
    db.$client.close();
    return { check: (checked - begun) / 1000, run: (done - checked) / 1000 };
  });
  return [
    {
      what: "checking 5 000 rows with an owner each",
      rounds: rounds.map(({ check }) => check),
      unit: "s",
      goal: { atMost: 1 },
    },
    {
      // A third of it is the audit trail, which gets 15 000 entries.
      what: "importing them",
      rounds: rounds.map(({ run }) => run),
      unit: "s",
      goal: { atMost: 4 },
    },
  ];
}
