import * as z from "zod";
import { newPassword, type Role, roles } from "../../platform/auth/schema.ts";
import {
  cellPhone,
  email,
  id,
  line,
  numberLine,
  optionalLine,
  orNothing,
  text,
  username,
} from "../../platform/validation/schema.ts";

/** The building's trades: the subject of a request, and the work of a staff member. */
export const maintenanceTypes = [
  "Cleaning",
  "Electricity",
  "Security",
  "Groundskeeping",
  "Plumbing",
] as const;
export type MaintenanceType = (typeof maintenanceTypes)[number];

const yesOrNo = z.enum(["no", "yes"]);

const details = z.strictObject({
  role: z.enum(roles),
  name: line(80),
  surname: line(80),
  username,
  email,
  cellPhone,
  idNumber: numberLine(30),
  address: optionalLine(80),
  maintenanceType: z.enum(maintenanceTypes).optional(),
  /** Whether somebody else may have the same email, which then signs neither in. */
  shareEmail: z
    .union([z.boolean(), yesOrNo])
    .transform((answer) => answer === true || answer === "yes")
    .optional(),
});

interface Trade {
  role: Role;
  maintenanceType?: MaintenanceType | undefined;
}

/** Staff must have a trade, and other roles must not. */
const tradeFitsRole = (person: Trade, context: z.core.$RefinementCtx<Trade>) => {
  const has = person.maintenanceType !== undefined;
  if (has === (person.role === "Staff")) return;
  const message = has
    ? "is for staff only, so leave it out"
    : `must be one of: ${maintenanceTypes.join(", ")}`;
  context.addIssue({ code: "custom", path: ["maintenanceType"], message });
};

/** A new password, typed twice. */
export const passwordTwice = z.strictObject({ password: newPassword, confirmPassword: z.string() });

/** For `refine`: the second password, if given, equals the first. */
export const passwordsMatch = (both: { password: string; confirmPassword?: string | undefined }) =>
  both.confirmPassword === undefined ||
  both.confirmPassword.normalize("NFKC") === both.password.normalize("NFKC");
export const passwordsDiffer = { path: ["confirmPassword"], message: "Passwords do not match" };

/** The sign-up form. An admin fills it in, including the first password. */
export const signUp = z
  .strictObject({
    ...details.shape,
    ...passwordTwice.partial({ confirmPassword: true }).shape,
  })
  .superRefine(tradeFitsRole)
  .refine(passwordsMatch, passwordsDiffer);
export type SignUp = z.output<typeof signUp>;

/**
 * A field of a person, described once for everything that has it: forms, pages, letters,
 * spreadsheets and what is exported and erased. Its value is a text, "" if there is none.
 */
interface PersonField<Schema extends z.ZodType> {
  label: string;
  /** The label for a company or trust, and for somebody who may be either. */
  labelOfCompany?: string;
  labelOfEither?: string;
  /** The field in a sentence of a mail, if that is not the label. */
  words?: string;
  hint?: string;
  /** The kind of its input; without one, a line of text. */
  type?: "email" | "tel" | "lines";
  /** Checks what somebody enters; a field that may be left out is optional. */
  schema: Schema;
  /** The column of spreadsheets: its heading in the export, and others in their plain form. */
  column?: { label: string; headings: string };
}

const field = <Schema extends z.ZodType>(definition: PersonField<Schema>) => definition;

/** Every field of a person that is entered. A new one needs its column in table.ts and a migration. */
export const personFields = {
  /** The first name; of a company or trust, its whole name. */
  name: field({
    label: "Name",
    schema: line(80),
    column: {
      label: "name",
      headings:
        "name names fullname fullnames nameandsurname namesurname initials voorletters contact contactperson firstname firstnames givenname forename voornaam voorname naam naamvan naamenvan igama lebitso",
    },
  }),
  surname: field({
    label: "Surname",
    schema: optionalLine(80),
    column: {
      label: "surname",
      headings: "surname surnames lastname familyname van agternaam isibongo sefane",
    },
  }),
  email: field({
    label: "Email",
    type: "email",
    schema: orNothing(email),
    column: {
      label: "email",
      headings: "email emails emailaddress mail epos eposadres imeyili",
    },
  }),
  cellPhone: field({
    label: "Cell phone",
    words: "cell phone number",
    type: "tel",
    schema: orNothing(cellPhone),
    column: {
      label: "cell phone",
      headings:
        "cell cellno cellnr cellnumber cellphone cellphoneno cellphonenumber mobile mobileno mobilenumber mobilephone cell1 sel selno selnr selnommer selfoon selfoonno selfoonnommer",
    },
  }),
  /** At work, or at home. */
  telephone: field({
    label: "Other telephone",
    words: "other telephone number",
    type: "tel",
    schema: orNothing(cellPhone),
    column: {
      label: "telephone",
      headings:
        "phone phoneno phonenumber telephone telephoneno telephonenumber tel telno telnr telh telw hometel worktel homephone workphone contactno contactnumber foon telefoon telefoonno landline",
    },
  }),
  idNumber: field({
    label: "ID or passport number",
    words: "ID or passport number",
    labelOfCompany: "Registration number",
    labelOfEither: "ID, passport or registration number",
    schema: orNothing(numberLine(30)),
    column: {
      label: "ID/Passport number",
      headings:
        "idnumber id idno idnr rsaid rsaidnumber said identity identityno identitynumber idpassport idpassportno idpassportnumber passport passportno passportnumber idnommer idpaspoort identiteitsnommer paspoort paspoortnommer",
    },
  }),
  /** The address of somebody who is in no unit of the register; others live where that says. */
  address: field({ label: "Unit", schema: optionalLine(80) }),
  /** The address for letters under the rules (PMR 27(2)(b)); without one, their unit. */
  serviceAddress: field({
    label: "Address for letters",
    hint: "If it is not the unit",
    type: "lines",
    schema: z.union([text(300), z.literal("")]).optional(),
    column: {
      label: "postal address",
      headings: "address postaladdress serviceaddress domicilium physicaladdress posadres adres",
    },
  }),
};

type Fields = typeof personFields;
export type PersonFieldName = keyof Fields;
export const personFieldNames = Object.keys(personFields) as PersonFieldName[];
/** All fields but the names: what reaches or identifies somebody. */
export const contactNames = personFieldNames.filter(
  (name): name is Exclude<PersonFieldName, "name" | "surname"> =>
    name !== "name" && name !== "surname",
);

/** Any field, for code that treats all of them alike. */
export const personField = (name: PersonFieldName): PersonField<z.ZodType> => personFields[name];

/** The schemas of all fields, as somebody enters them who is not asked to sign in. */
export const personSchemas = Object.fromEntries(
  personFieldNames.map((name) => [name, personFields[name].schema]),
) as { [Name in PersonFieldName]: Fields[Name]["schema"] };

/** The address comes from the register of units. */
const { address: _, ...newFields } = personSchemas;

const ofNewPerson = z.strictObject({
  ...newFields,
  juristic: z.boolean().default(false),
  /** Whether a person who signs in with the same email may be told to use their username. */
  shareEmail: z.boolean().optional(),
});
/** Whether an email is shared, as a form's answer. */
export const typedShare = yesOrNo.optional().transform((answer) => answer === "yes");

const kinds = ["person", "company"] as const;
export type Kind = (typeof kinds)[number];
/** Whether an entry is a person or a company, as a form's choice. */
export const typedKind = z.enum(kinds, "must be chosen").transform((kind) => kind === "company");

interface Named {
  juristic?: boolean | undefined;
  surname?: string | undefined;
}
/** For `refine`: only a company or trust has no surname. */
export const hasSurname = ({ juristic, surname }: Named) => juristic === true || Boolean(surname);
export const surnameMissing = {
  path: ["surname"],
  message: "must not be empty",
  // Also when other fields are wrong, so that a form shows everything at once.
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

/**
 * Somebody the register knows who does not sign in. A company or trust has one name, and may leave
 * out the surname.
 */
export const newPerson = ofNewPerson.refine(hasSurname, surnameMissing);

/** A form's new person: the choices are words. */
export const typedPerson = ofNewPerson
  .extend({
    juristic: typedKind,
    shareEmail: typedShare,
  })
  .refine(hasSurname, surnameMissing);
export type NewPerson = z.output<typeof newPerson>;

/** The known details of a new person: at least the names. */
export type PersonDetails = { name: string; surname: string; juristic?: boolean } & {
  [Name in (typeof contactNames)[number]]?: string | undefined;
};

/** An invite has the same fields without the password, which the person will choose. */
export const invitation = details.superRefine(tradeFitsRole);
export type Invitation = z.output<typeof invitation>;

export const person = z.strictObject({ id });

/** Anybody of the register, also somebody who was removed. */
export const onePerson = z.strictObject({ personId: id });

/** Removing from a list includes the list's role, so that an id from another list is unknown. */
export const removal = z.strictObject({ id, role: z.enum(roles).optional() });

/** Free text in the spec: a role or a trade in any case, which the service reads. */
export const roleChange = z.strictObject({ id, newRole: z.string().trim().max(40) });

/** Whether an unchecked input of sign-up, invite or role change would make somebody an admin. */
export function makesAdmin(input: unknown): boolean {
  const { role, newRole } = (input ?? {}) as { role?: unknown; newRole?: unknown };
  return role === "Admin" || `${newRole}`.trim().toLowerCase() === "admin";
}

/** The possible values of `newRole`, as suggestions in the form. */
export const newRoles = [...roles, ...maintenanceTypes] as const;
