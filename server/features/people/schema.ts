import * as z from "zod";
import { newPassword, type Role, roles } from "../../platform/auth/schema.ts";
import {
  cellPhone,
  email,
  id,
  line,
  numberLine,
  optional,
  optionalLine,
  orNothing,
  text,
  username,
} from "../../platform/validation/schema.ts";

/** The building's trades: the subject of a request, and the work of a staff member. */
export const maintenanceTypes = ["Cleaning", "Electricity", "Security", "Groundskeeping"] as const;
export type MaintenanceType = (typeof maintenanceTypes)[number];

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

const personFields = z.strictObject({
  name: details.shape.name,
  surname: optionalLine(80),
  juristic: z.boolean().default(false),
  email: orNothing(email),
  cellPhone: orNothing(cellPhone),
  telephone: orNothing(cellPhone),
  /** An ID or passport number, or a company's registration number. */
  idNumber: optional(numberLine(30)),
  serviceAddress: z.union([text(300), z.literal("")]).optional(),
  /** Whether a person who signs in with the same email may be told to use their username. */
  shareEmail: z.boolean().optional(),
});

interface Named {
  juristic: boolean;
  surname?: string | undefined;
}
const hasSurname = ({ juristic, surname }: Named) => juristic === true || Boolean(surname);
const surnameMissing = {
  path: ["surname"],
  message: "must not be empty",
  // Also when other fields are wrong, so that a form shows everything at once.
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

/**
 * Somebody the register knows who does not sign in. A company or trust has one name, and may leave
 * out the surname.
 */
export const newPerson = personFields.refine(hasSurname, surnameMissing);

/** A form's new person: the choices are words. */
export const typedPerson = personFields
  .extend({
    juristic: z.enum(["person", "company"]).transform((kind) => kind === "company"),
    shareEmail: z
      .enum(["no", "yes"])
      .optional()
      .transform((answer) => answer === "yes"),
  })
  .refine(hasSurname, surnameMissing);
export type NewPerson = z.output<typeof newPerson>;

/** What is known of a new person: at least the names. */
export type PersonDetails = { name: string; surname: string } & Partial<
  Pick<NewPerson, "juristic" | "telephone" | "serviceAddress">
> &
  Partial<Pick<z.output<typeof details>, "address" | "email" | "cellPhone" | "idNumber">>;

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
