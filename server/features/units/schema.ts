import * as z from "zod";
import {
  day,
  id,
  nameLine,
  numberLine,
  orNothing,
  shownVersion,
  text,
} from "../../platform/validation/schema.ts";
import { tidyNumber } from "../../platform/validation/typed.ts";
import { formatQuota, parseQuota, quota, typedQuota } from "./quotas/schema.ts";

/**
 * Primary sections are lived or worked in; garages and store rooms are utility sections. They count
 * differently for a quorum (PMR 19; Sectional Titles Act 95 of 1986, section 1).
 */
export const unitKinds = ["primary", "utility"] as const;
export type UnitKind = (typeof unitKinds)[number];

/** To the nearest square metre, as section 32(1) of the Sectional Titles Act says. */
export const floorArea = z
  .int("must be in whole square metres, as on the sectional plan")
  .positive("must be more than 0 square metres")
  .max(1_000_000, "must be at most 1 000 000 square metres");

/** A floor area as typed, in square metres; empty counts as left out. */
export const typedArea = z
  .string()
  .overwrite(tidyNumber)
  .transform((typed) => (typed === "" ? undefined : Number(typed.replace(/\s/g, ""))))
  .pipe(floorArea.optional());

/** The storey of a unit: 0 is the ground floor, -1 the first basement. */
const floor = z
  .int("must be a whole number, such as 0 for the ground floor")
  .min(-5, "must be -5 or more")
  .max(99, "must be at most 99");

/** A floor as typed; empty counts as left out. */
const typedFloor = z
  .string()
  .overwrite(tidyNumber)
  .transform((typed) => (typed === "" ? undefined : Number(typed)))
  .pipe(floor.optional());

/** A floor as people call it. */
export function floorInWords(floor: number): string {
  if (floor === 0) return "Ground floor";
  return floor > 0 ? `Floor ${floor}` : `Basement ${-floor}`;
}

/** A column of spreadsheets that holds the field. */
interface SheetColumn<Value> {
  /** The name of the column in an import of the whole register. */
  name: string;
  /** Its heading in the export, if that is another than the field's label. */
  label?: string;
  example: string;
  /** Other headings for it, without spaces and punctuation. */
  headings: string;
  /** The value of a cell, or what is wrong with it in words that follow the label. */
  read(cell: string): { value: Value } | { problem: string };
  write(value: Value): string;
}

/**
 * A field of a unit, described once for everything that has it: forms, pages, lists, letters,
 * spreadsheets, REST and the audit trail.
 */
interface UnitField<Schema extends z.ZodType, Value> {
  label: string;
  /** The unit of its figure, for the label of its input. */
  measure?: string;
  hint?: string;
  /** The values to choose from. */
  options?: readonly Value[];
  /** The keyboard that a phone shows for it. */
  inputMode?: "numeric" | "decimal";
  /** It is entered as several lines. */
  lines?: true;
  /** Checks a new unit's value; a field that may be left out is optional. */
  schema: Schema;
  /** The same for what somebody types into a form, if that is not the value itself. */
  typed?: z.ZodType;
  /** The value that is stored when it is left out. */
  empty: Value | null;
  /** The value in words. */
  say(value: Value): string;
  column?: SheetColumn<Value>;
}

type ValueOf<Schema extends z.ZodType> = Exclude<z.output<Schema>, undefined>;

const field = <Schema extends z.ZodType>(definition: UnitField<Schema, ValueOf<Schema>>) =>
  definition;

const itself = (value: string) => value;

/** Every field of a unit that people enter. A new one needs its column in table.ts and a migration. */
const unitFields = {
  /** As written on the unit's door; unique, ignoring case and spaces. */
  label: field({
    label: "Unit",
    hint: "As it is written on the door, such as Unit 3",
    schema: nameLine(80),
    empty: "",
    say: itself,
    column: {
      name: "unit",
      example: "Unit 3",
      headings:
        "unit unitno unitnr unitnumber unitlabel door doorno doornumber flat flatno flatnumber apt aptno apartment apartmentno apartmentnumber room roomno roomnumber apartmentroomnumber eenheid eenheidno eenheidnr eenheidnommer woonstel woonstelnommer deur deurnommer",
      read: (value) => ({ value }),
      write: itself,
    },
  }),
  /** The section's number on the sectional plan; unique. */
  sectionNumber: field({
    label: "Section",
    hint: "Its number on the sectional plan",
    schema: orNothing(numberLine(20)),
    empty: null,
    say: (section) => `Section ${section}`,
    column: {
      name: "section",
      example: "3",
      headings: "section sectionno sectionnr sectionnumber sec secno deel deelno deelnommer",
      read: (value) => ({ value }),
      write: itself,
    },
  }),
  kind: field({
    label: "Kind",
    options: unitKinds,
    schema: z.enum(unitKinds).default("primary"),
    empty: "primary",
    say: (kind) => (kind === "primary" ? "Primary section" : "Utility section, such as a garage"),
    column: {
      name: "kind",
      label: "Unit type",
      example: "Primary",
      headings: "unittype unitkind sectiontype sectionkind primaryorutility",
      read: (cell) =>
        /^primary/i.test(cell)
          ? { value: "primary" as const }
          : /^utility/i.test(cell)
            ? { value: "utility" as const }
            : { problem: "must be Primary or Utility" },
      write: (kind) => (kind === "primary" ? "Primary" : "Utility"),
    },
  }),
  /** On the sectional plan. */
  floorArea: field({
    label: "Floor area",
    measure: "m²",
    hint: "As on the sectional plan, in whole square metres",
    inputMode: "numeric",
    schema: floorArea.optional(),
    typed: typedArea,
    empty: null,
    say: (area) => `${area} m²`,
    column: {
      name: "area",
      example: "55",
      headings:
        "area floorarea m2 sqm squaremeters squaremetres size sizem2 aream2 unitsize extent sectionarea grootte oppervlakte vloeroppervlakte",
      read(cell) {
        const figure = cell.replace(/(?<!\s)\s*(?:m2|m²|sqm|sq\.? ?m\.?)$/i, "");
        const value = Math.round(Number(figure.replace(/\s/g, "").replace(",", ".")));
        return Number.isFinite(value)
          ? { value }
          : { problem: "must be a number of square metres" };
      },
      write: String,
    },
  }),
  floor: field({
    label: "Floor",
    hint: "0 is the ground floor, -1 the basement",
    schema: floor.optional(),
    typed: typedFloor,
    empty: null,
    say: floorInWords,
    column: {
      name: "floor",
      example: "0",
      headings: "floor floorno floornumber storey story level vloer verdieping",
      read(cell) {
        const said = cell.trim().replace(/^floor\s*|(?<!\s)\s*floor$/i, "");
        const isGround = /^g(?:f|round|rond)?$/i.test(said);
        const value = isGround ? 0 : Number(said.replace(/^[\u2212\u2013]/, "-"));
        return said === "" || Number.isNaN(value)
          ? { problem: "must be a number, or G for the ground floor" }
          : { value };
      },
      write: String,
    },
  }),
  /** In units of 1/10 000 percent. It is dated (quotas/): a new unit has its first one. */
  participationQuota: field({
    label: "PQ",
    measure: "percent",
    hint: "The participation quota, such as 2.5000",
    inputMode: "decimal",
    schema: quota.optional(),
    typed: typedQuota,
    empty: null,
    say: (quota) => `${formatQuota(quota)} %`,
    column: {
      name: "quota",
      example: "2.5000",
      headings:
        "pq pqpercent partquota quota quotapercent participationquota deelnemingskwota kwota",
      read(cell) {
        const parsed = parseQuota(cell);
        return "quota" in parsed ? { value: parsed.quota } : parsed;
      },
      write: formatQuota,
    },
  }),
  notes: field({
    label: "Notes",
    lines: true,
    schema: z.union([text(2000), z.literal("")]).default(""),
    empty: "",
    say: itself,
  }),
};

type Fields = typeof unitFields;
export type UnitFieldName = keyof Fields;
export const unitFieldNames = Object.keys(unitFields) as UnitFieldName[];

/** The schemas of all fields, checked as a unit's. */
const schemas = Object.fromEntries(
  unitFieldNames.map((name) => [name, unitFields[name].schema]),
) as { [Name in UnitFieldName]: Fields[Name]["schema"] };

/** A new unit. Without `since` it and its quota hold from the beginning. */
export const newUnit = z.strictObject({ ...schemas, since: day.optional() });
export type NewUnit = z.input<typeof newUnit>;

/** All fields of the unit except its quota; those that are left out become empty. */
export const unitUpdate = newUnit
  .omit({ participationQuota: true, since: true })
  .extend({ unitId: id, version: shownVersion.optional() });
export type UnitUpdate = z.input<typeof unitUpdate>;

export const whichUnit = z.strictObject({ unitId: id });

/** The units as they were on a day; today if it is left out. */
export const onDay = z.strictObject({ asAt: day.optional() }).optional();

/** A unit's values by field, as far as they are known. */
export type UnitValues = {
  [Name in UnitFieldName]?: ValueOf<Fields[Name]["schema"]> | null | undefined;
};

/** Any field, for code that treats all of them alike. */
export const unitField = (name: UnitFieldName): UnitField<z.ZodType, unknown> => unitFields[name];

/** A field's value in words; "" if it has none. */
export function sayField(name: UnitFieldName, unit: UnitValues): string {
  const value = unit[name] ?? "";
  return value === "" ? "" : unitField(name).say(value);
}

/** The fields that spreadsheets hold, each with its column, in the export's order. */
export const unitColumns = unitFieldNames.flatMap((field) => {
  const { column, label } = unitField(field);
  return column ? [{ field, label, ...column }] : [];
});

/** A schema of units for what somebody types into a form. */
export function typedUnit<Schema extends z.ZodObject>(schema: Schema): Schema {
  const typed = unitFieldNames.flatMap((name) => {
    const { typed } = unitField(name);
    return typed && name in schema.shape ? [[name, typed] as const] : [];
  });
  return schema.extend(Object.fromEntries(typed)) as unknown as Schema;
}
