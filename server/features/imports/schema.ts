import * as z from "zod";
import { rowOutcomes } from "../../platform/csv/schema.ts";

/** What can be imported: residents and staff as sign-up takes them, units as the register does. */
export const kinds = ["residents", "staff", "units"] as const;
export type Kind = (typeof kinds)[number];

/** The largest file, in bytes: 2 MB. */
export const maxImportBytes = 2 * 1024 * 1024;
/** The most rows of one file: all of them go in one transaction. */
export const maxImportRows = 5_000;

/** What a column of the file may hold. */
export interface ImportField {
  name: string;
  /** As the screen and every complaint call it; also its heading in the template. */
  label: string;
  required: boolean;
  /** What stands in the template's one row. */
  example: string;
  /** Headings it is known by besides its label, as `plainHeading` leaves them. */
  headings: string;
}

const unitHeadings =
  "unit unitno unitnr unitnumber unitlabel door doorno doornumber flat flatno flatnumber apartment apartmentno apartmentnumber room roomno roomnumber apartmentroomnumber address useraddress eenheid eenheidno eenheidnommer woonstel woonstelnommer deur deurnommer";

const personFields: readonly ImportField[] = [
  {
    name: "name",
    label: "Name",
    required: true,
    example: "Thandi",
    headings: "firstname firstnames givenname forename voornaam voorname naam igama lebitso",
  },
  {
    name: "surname",
    label: "Surname",
    required: true,
    example: "Nkosi",
    headings: "lastname familyname van agternaam isibongo sefane",
  },
  {
    name: "email",
    label: "Email",
    required: true,
    example: "thandi.nkosi@example.co.za",
    headings: "emailaddress mail epos eposadres imeyili",
  },
  {
    name: "cellPhone",
    label: "Cell phone",
    required: true,
    example: "082 123 4567",
    headings:
      "cell cellno cellnr cellnumber cellphoneno cellphonenumber mobile mobileno mobilenumber mobilephone phone phoneno phonenumber telephone telephonenumber tel telno contactno contactnumber sel selno selnommer selfoon selfoonno selfoonnommer foon foonnommer telefoon",
  },
  {
    name: "idNumber",
    label: "ID/Passport number",
    required: true,
    example: "8001015009087",
    headings:
      "id idno idnr idnumber rsaid rsaidnumber said identity identityno identitynumber idpassport idpassportno passport passportno passportnumber idnommer idpaspoort identiteitsnommer paspoort paspoortnommer",
  },
  {
    name: "username",
    label: "Username",
    required: false,
    example: "",
    headings: "login loginname gebruikersnaam gebruiker",
  },
];
const home = { name: "address", label: "Unit", required: false, headings: unitHeadings };

/** The columns of each kind, in the template's order. */
export const importFields: Readonly<Record<Kind, readonly ImportField[]>> = {
  residents: [...personFields, { ...home, example: "Unit 3" }],
  staff: [
    ...personFields,
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
  units: [
    { ...home, name: "label", required: true, example: "Unit 3" },
    {
      name: "sectionNumber",
      label: "Section",
      required: false,
      example: "3",
      headings: "sectionno sectionnr sectionnumber sec secno deel deelno deelnommer",
    },
    {
      name: "participationQuota",
      label: "PQ",
      required: false,
      example: "2.5000",
      headings: "pqpercent quota quotapercent participationquota deelnemingskwota kwota",
    },
  ],
};

/** A heading without case, accents, spaces, signs and what stands in brackets. */
const plainHeading = (heading: string): string =>
  heading
    .replace(/\(.*?\)/g, "")
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");

/** The field a heading stands for, if it is a known one. */
export const fieldFor = (kind: Kind, heading: string): ImportField | undefined => {
  const plain = plainHeading(heading);
  return importFields[kind].find(
    ({ label, headings }) => plainHeading(label) === plain || headings.split(" ").includes(plain),
  );
};

export const whichKind = z.strictObject({ kind: z.enum(kinds) });

export const importQuery = z.strictObject({
  /** `true`: says what would happen and changes nothing. */
  dryRun: z.enum(["true", "false"]).default("false"),
});

/** Which column, counted from 0, holds a field. A field that is left out has none. */
export const columnsByField = z.record(z.string(), z.int().min(0).max(999));
export type ColumnsByField = z.output<typeof columnsByField>;

const counts = z.strictObject({
  add: z.int(),
  update: z.int(),
  unchanged: z.int(),
  refused: z.int(),
});
export type Counts = z.output<typeof counts>;

/** What an import would do, row by row. */
export const checkedImport = z.strictObject({
  /** Every column of the file; `field` is null where it is ignored. */
  columns: z.array(
    z.strictObject({ heading: z.string(), example: z.string(), field: z.string().nullable() }),
  ),
  /** Fields without which there are no rows to look at. */
  missing: z.array(z.string()),
  rows: z.array(
    z.strictObject({
      line: z.int(),
      /** Whom or what the row is about. */
      what: z.string(),
      fate: z.enum(rowOutcomes),
      /** Why it is refused, or what else to know. */
      notes: z.array(z.string()),
    }),
  ),
  counts,
  /** Of units: what all quotas would add up to, in whole 1/10 000 percent; else null. */
  quotaSum: z.int().nullable(),
});
export type CheckedImport = z.output<typeof checkedImport>;

/** What an import did. */
export const doneImport = z.strictObject({ id: z.string(), message: z.string(), counts });
export type DoneImport = z.output<typeof doneImport>;
