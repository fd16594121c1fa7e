import * as z from "zod";
import { rowOutcomes } from "../../../platform/csv/schema.ts";
import { type PersonFieldName, personField } from "../../people/schema.ts";
import { unitColumns, unitField } from "../../units/schema.ts";

/** What can be imported: residents and staff with sign-up's fields, units with the register's. */
export const kinds = ["residents", "staff", "units"] as const;
export type Kind = (typeof kinds)[number];

/** The largest file, in bytes: 2 MB. */
export const maxImportBytes = 2 * 1024 * 1024;
/** The most rows in one file, because one transaction writes them all. */
export const maxImportRows = 5_000;

/** A field that a column of the file may contain. */
export interface ImportField {
  name: string;
  /** Its name on the screen and in problems, and its heading in the template. */
  label: string;
  required: boolean;
  /** Its value in the template's only row. */
  example: string;
  /** Other headings for it, in the form that `plainHeading` returns. */
  headings: string;
}

/** A column of a person's field. */
const column = (name: PersonFieldName, example: string, label = personField(name).label) => ({
  name,
  label,
  required: true,
  example,
  headings: personField(name).column?.headings ?? "",
});

const cellPhone = column("cellPhone", "082 123 4567");
const peopleColumns: readonly ImportField[] = [
  column("name", "Thandi"),
  column("surname", "Nkosi"),
  column("email", "thandi.nkosi@example.co.za"),
  // A list with only one number calls it anything.
  { ...cellPhone, headings: `${cellPhone.headings} ${column("telephone", "").headings}` },
  column("idNumber", "8001015009087", "ID/Passport number"),
  {
    name: "username",
    label: "Username",
    required: false,
    example: "",
    headings: "login loginname gebruikersnaam gebruiker",
  },
];
const home = {
  name: "address",
  label: unitField("label").label,
  required: false,
  headings: `${unitField("label").column?.headings} address useraddress`,
};

/** The fields of each kind, in the template's order. */
export const importFields: Readonly<Record<Kind, readonly ImportField[]>> = {
  residents: [...peopleColumns, { ...home, example: "Unit 3" }],
  staff: [
    ...peopleColumns,
    { ...home, example: "" },
    {
      name: "maintenanceType",
      label: "Maintenance type",
      required: true,
      example: "Cleaning",
      headings:
        "trade type job jobtitle occupation position department typeofmaintenance ambag beroep werk",
    },
  ],
  units: unitColumns.map(({ field, label, example, headings }) => ({
    name: field,
    label,
    required: field === "label",
    example,
    headings: field === "label" ? home.headings : headings,
  })),
};

/** A heading without case, accents, spaces, punctuation and text in brackets. */
const plainHeading = (heading: string): string =>
  heading
    .replace(/\([^()]*\)/g, "")
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");

/** The field that a heading means; undefined if none. */
export const fieldFor = (kind: Kind, heading: string): ImportField | undefined => {
  const plain = plainHeading(heading);
  return importFields[kind].find(
    ({ label, headings }) => plainHeading(label) === plain || headings.split(" ").includes(plain),
  );
};

export const whichKind = z.strictObject({ kind: z.enum(kinds) });

export const importQuery = z.strictObject({
  /** `true` only checks the file and changes nothing. */
  dryRun: z.enum(["true", "false"]).default("false"),
});

/** The column of each field, counted from 0. Fields that are left out have no column. */
export const columnsByField = z.record(z.string(), z.int().min(0).max(199));
export type ColumnsByField = z.output<typeof columnsByField>;

const counts = z.strictObject({
  add: z.int(),
  update: z.int(),
  unchanged: z.int(),
  refused: z.int(),
});
export type Counts = z.output<typeof counts>;

/** The effects of an import, row by row. */
export const checkedImport = z.strictObject({
  /** Every column of the file; `field` is null if the column is ignored. */
  columns: z.array(
    z.strictObject({ heading: z.string(), example: z.string(), field: z.string().nullable() }),
  ),
  /** Required fields that no column contains. Then no rows are checked. */
  missing: z.array(z.string()),
  rows: z.array(
    z.strictObject({
      line: z.int(),
      /** The person or the unit in the row. */
      what: z.string(),
      fate: z.enum(rowOutcomes),
      /** Why the row is refused, or other remarks. */
      notes: z.array(z.string()),
    }),
  ),
  counts,
  /** For units: the sum of all quotas after the import, in units of 1/10 000 percent; else null. */
  quotaSum: z.int().nullable(),
  /** How many units then have a quota. */
  quotaCount: z.int().nullable(),
});
export type CheckedImport = z.output<typeof checkedImport>;

/** The result of an import. */
export const doneImport = z.strictObject({ id: z.string(), message: z.string(), counts });
export type DoneImport = z.output<typeof doneImport>;
