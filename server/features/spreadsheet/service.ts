import { and, eq } from "drizzle-orm";
import { newId } from "../../database/columns.ts";
import { type Db, write } from "../../database/open.ts";
import { AppError } from "../../errors.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../platform/audit/audit.ts";
import { refuseTooMuch } from "../../platform/audit/creationLimit.ts";
import { auditEvents } from "../../platform/audit/table.ts";
import { accountById } from "../../platform/auth/accounts.ts";
import { authError } from "../../platform/auth/errors.ts";
import type { Day, Moment } from "../../platform/clock/clock.ts";
import { columnLetter, shown } from "../../platform/csv/columns.ts";
import { csvError } from "../../platform/csv/errors.ts";
import { tableOf } from "../../platform/csv/read.ts";
import type { SheetFile } from "../../platform/csv/sheets.ts";
import { sealIdNumber } from "../../platform/idNumbers/idNumbers.ts";
import { unitKey } from "../../platform/validation/keys.ts";
import { addPerson, addPersonWithoutSignIn, kindOf } from "../people/service.ts";
import { people } from "../people/table.ts";
import { moveInByAddress } from "../units/occupancy/homes.ts";
import { addParty, endParty, livesThere } from "../units/occupancy/service.ts";
import { enterUnits, unitsOf } from "../units/service.ts";
import {
  chosenColumns,
  guessFields,
  headingsAt,
  ignoredIn,
  isHeading,
  saysRoles,
} from "./columns.ts";
import { spreadsheetError } from "./errors.ts";
import { type Plan, plan } from "./plan.ts";
import { plural } from "./planning.ts";
import { type Neighbour, registerOf } from "./register.ts";
import { readRows } from "./rows.ts";
import {
  type CheckedRegister,
  type Choices,
  type DoneRegister,
  maxImportRows,
  type RegisterCounts,
} from "./schema.ts";
import { keepForTakingBack } from "./takeBack.ts";

/** The chosen sheet, or else the one with the most known headings. @throws register.no_sheet */
function sheetOf({ sheets }: SheetFile, name: string | undefined) {
  const chosen = sheets.find((sheet) => sheet.name === name);
  if (name !== undefined && !chosen) throw spreadsheetError("register.no_sheet");
  const score = ({ rows }: (typeof sheets)[number]) => {
    const head = rows[headingsAt(rows)];
    return (head?.cells.filter(isHeading).length ?? 0) + Math.min(rows.length, 1) / 2;
  };
  const best = Math.max(...sheets.map(score));
  const sheet = chosen ?? sheets.find((each) => score(each) === best);
  if (!sheet) throw csvError("imports.empty", { field: "file" });
  return sheet;
}

/** A Mac's CSV does not say how its letters are written, so they may be read wrong. */
function lettersOfAMac(rows: readonly { cells: readonly string[] }[]): string {
  const words = rows.flatMap(({ cells }) =>
    cells.flatMap((cell) => cell.split(/\s+/).filter((word) => /[À-ɏ]/.test(word))),
  );
  const some = [...new Set(words)].slice(0, 5).join(", ");
  return `This list was saved on a Mac. Look whether its letters with accents are right: ${some}.`;
}

const namesOf = ({ sheets }: SheetFile) => sheets.map(({ name }) => name).filter(Boolean);

/**
 * Reads a list with somebody's choices.
 * @throws register.no_sheet, imports.formula, imports.empty, imports.no_rows, imports.too_many_rows,
 *   imports.bad_columns
 */
function readList(file: SheetFile, chosen: Choices) {
  const sheet = sheetOf(file, chosen.sheet);
  const { rows: lines, problem } = sheet;
  if (problem) throw csvError("imports.formula", { field: "file", message: problem });
  const at =
    chosen.headings === undefined
      ? headingsAt(lines)
      : lines.findIndex(({ line }) => line === chosen.headings);
  const { headings, rows } = tableOf(lines, at, maxImportRows);
  const fields = chosen.columns
    ? chosenColumns(headings, chosen.columns)
    : guessFields(headings, rows);
  const ignored = chosen.columns ? [] : ignoredIn(headings, rows, fields);
  const missing = !fields.some((field) => field === "unit" || field?.endsWith(".name"));
  const read = missing
    ? { rows: [], remarks: [], small: undefined }
    : readRows({ headings, rows }, fields, chosen);
  const preview = {
    sheets: namesOf(file),
    sheet: sheet.name,
    problem: "",
    headings: lines[at]?.line ?? 0,
    columns: headings.map((heading, column) => ({
      heading: shown(heading) || `Column ${columnLetter(column)}`,
      /** The first value under it. */
      example: shown(rows.find(({ cells }) => cells[column])?.cells[column] ?? ""),
      field: fields[column] ?? null,
    })),
    missing,
    remarks: [...(file.isMac ? [lettersOfAMac(rows)] : []), ...ignored, ...read.remarks],
  };
  return { preview, rows: read.rows, small: read.small, saysRoles: saysRoles(fields) };
}

/** The plan of an import, with its preview. Nothing is written. */
function planOf(db: Db, file: SheetFile, choices: Choices, today: Day) {
  const { preview, ...list } = readList(file, choices);
  const planned = plan(registerOf(db, today), list, choices, today);
  return { ...planned, preview: { ...preview, ...planned.preview } };
}

/**
 * Previews the import of a list. Nothing is stored. Of a workbook whose sheet cannot be read, the preview
 * says why, and another sheet can be chosen.
 * @throws register.no_sheet, imports.formula, imports.empty, imports.no_rows, imports.too_many_rows,
 *   imports.bad_columns
 */
export function checkRegister(
  db: Db,
  file: SheetFile,
  choices: Choices,
  today: Day,
): CheckedRegister {
  try {
    return planOf(db, file, choices, today).preview;
  } catch (error) {
    if (file.sheets.length < 2 || !(error instanceof AppError)) throw error;
    const where = { sheets: namesOf(file), sheet: sheetOf(file, choices.sheet).name };
    const unread = { headings: 0, columns: [], missing: true, remarks: [] };
    const { preview } = plan(registerOf(db, today), nothing, choices, today);
    return { ...preview, ...where, ...unread, problem: error.message };
  }
}

const nothing = { rows: [], saysRoles: false, small: undefined };

/** Called in the transaction for a person who shares their email from now on. */
type Tell = Parameters<typeof addPersonWithoutSignIn>[4];

/** @throws register.no_columns, imports.refused, register.undecided */
function refuseOpen({ missing, counts, questions }: CheckedRegister): void {
  if (missing) throw spreadsheetError("register.no_columns");
  if (counts.refused > 0)
    throw spreadsheetError("imports.refused", {
      message: `${plural(counts.refused, "row is", "rows are")} refused, so nothing was imported. Mend or leave them out.`,
    });
  const open = questions.filter(({ answer }) => answer === null);
  if (open.length > 0)
    throw spreadsheetError("register.undecided", {
      field: open[0]?.id ?? "choices",
      message: open.map(({ words }) => words).join(" "),
    });
}

/** Whoever chose the file may have lost the role since. @throws auth.signed_out, auth.wrong_role */
export function refuseFormerAdmin(db: Db, accountId: string): void {
  const account = accountById(db, accountId);
  if (!account) throw authError("auth.signed_out");
  if (account.role !== "Admin") throw authError("auth.wrong_role");
}

/** Details as the trail has them, which says in words what an entry is. */
const inTrail = ({ juristic, ...details }: Partial<Neighbour>) =>
  juristic === undefined ? details : { ...details, kind: kindOf({ juristic }) };

/** Takes newer details of people who are here. */
function changePeople(db: Db, by: Actor, changed: Plan["changed"], now: Moment): void {
  for (const [known, { idNumber, ...after }] of changed) {
    const names = Object.keys(after) as (keyof typeof after)[];
    const before = inTrail(Object.fromEntries(names.map((name) => [name, known[name]])));
    const number = idNumber && { idNumber: sealIdNumber(db, known.id, idNumber) };
    db.update(people)
      .set({ ...after, ...number })
      .where(eq(people.id, known.id))
      .run();
    // The trail has no ID numbers.
    const action = "register.change_person";
    recordChange(db, by, now.at, { action, subjectId: known.id, before, after: inTrail(after) });
  }
}

/** Writes what was planned. */
function apply(db: Db, by: Actor, planned: Plan, tell: Tell, now: Moment) {
  const { units, people: added, changed, parties, ends } = planned;
  enterUnits(db, by, units, now);
  const living = parties.filter(({ role }) => livesThere.includes(role));
  moveInByAddress(db, now, new Set(living.map(({ who }) => who.known?.id)));
  changePeople(db, by, changed, now);
  for (const { party, until } of ends) endParty(db, by, { partyId: party.id, until }, now);
  const ids = new Map(
    added.map((who) => [
      who,
      // Whoever imports has agreed, or the plan has found nobody to share with.
      who.account
        ? addPerson(db, by, { ...who.account, shareEmail: true }, null, now)
        : addPersonWithoutSignIn(db, by, { ...who.person, shareEmail: true }, now, tell),
    ]),
  );
  const unitIds = new Map(unitsOf(db, now.today).map(({ id, label }) => [unitKey(label), id]));
  for (const { unit, who, role, share, since, until } of parties) {
    const unitId = unitIds.get(unit) ?? "";
    const personId = who.known?.id ?? ids.get(who) ?? "";
    const more = { ...(share !== undefined && { share }), ...(until !== null && { until }) };
    addParty(db, by, { unitId, personId, role, since, ...more }, now);
  }
}

/**
 * Imports a whole list or nothing, in one transaction. The same list with the same key is imported
 * once.
 * @param tell called in the transaction for a person who shares their email from now on
 * @throws register.undecided, register.no_columns, imports.refused, what `checkRegister` throws, and
 *   auth.signed_out or auth.wrong_role if the importing admin is none any more
 */
export function runRegister(
  db: Db,
  by: Actor,
  { file, choices, tell }: { file: SheetFile; choices: Choices; tell?: Tell },
  now: Moment,
): DoneRegister {
  const input = { kind: "register", sha256: file.sha256, choices };
  const id = write(db, () => {
    // The command line has no account.
    if (by.accountId !== null) refuseFormerAdmin(db, by.accountId);
    return createOnce(db, by, now.at, { action: "imports.run", input }, () => {
      const planned = planOf(db, file, choices, now.today);
      const { counts } = planned.preview;
      refuseOpen(planned.preview);
      refuseTooMuch(db, by, "units.add", now.at, counts.units.add);
      refuseTooMuch(db, by, "people.add", now.at, counts.people.add);
      // Each row is a change of its own; the key belongs to the whole import, which was counted above.
      const alone = { requestKey: undefined, creationsPerDay: undefined, isToldAsOne: true };
      const each: Actor = { ...by, ...alone };
      const importId = newId();
      keepForTakingBack(db, by, importId, now.at, () => apply(db, each, planned, tell, now));
      const after = { kind: "register", ...counts };
      recordChange(db, by, now.at, { action: "imports.run", subjectId: importId, after });
      return importId;
    });
  });
  // A repeated request gets the counts of the first.
  const run = and(eq(auditEvents.subjectId, id), eq(auditEvents.action, "imports.run"));
  const written = db.select().from(auditEvents).where(run).get()?.after;
  const { kind: _, ...counts } = written as RegisterCounts & { kind: string };
  return { id, counts, message: registerInWords(counts) };
}

/** In a list of words: `a, b and c`. */
const andBetween = new Intl.ListFormat("en-GB");

/**
 * The result of an import in words: "40 units, 52 people, 44 owners and 12 tenants added." Whoever is
 * named as staff is not named as a person once more.
 */
export function registerInWords({
  units,
  people: everyone,
  owners,
  tenants,
  others,
  staff,
}: RegisterCounts): string {
  const inWords = (parts: readonly (readonly [number, string, string])[]) =>
    andBetween.format(
      parts.flatMap(([count, one, many]) => (count ? [plural(count, one, many)] : [])),
    );
  const added = inWords([
    [units.add, "unit", "units"],
    [everyone.add - staff.add, "person", "people"],
    [owners.add, "owner", "owners"],
    [tenants.add, "tenant", "tenants"],
    [others.add - staff.add, "other entry", "other entries"],
    [staff.add, "staff member", "staff members"],
  ]);
  const changed = inWords([
    [units.update, "unit", "units"],
    [everyone.update, "person", "people"],
  ]);
  const parts = [added && `${added} added`, changed && `${changed} changed`].filter(Boolean);
  return parts.length > 0
    ? `${parts.join(", ")}.`
    : "Everything in this list was here already. Nothing was changed.";
}
