import * as z from "zod";
import { newPassword, type Role, roles } from "../../platform/auth/schema.ts";
import { cellPhone, email, id, line, optionalLine } from "../../platform/validation/schema.ts";

/** The trades of the building: what a request is about, and what a staff member does. */
export const maintenanceTypes = ["Cleaning", "Electricity", "Security", "Groundskeeping"] as const;
export type MaintenanceType = (typeof maintenanceTypes)[number];

const details = z.strictObject({
  role: z.enum(roles),
  name: line(80),
  surname: line(80),
  // Two usernames that look the same must be the same.
  username: line(60).refine((name) => !/\p{Cf}/u.test(name), "contains invisible characters"),
  email,
  cellPhone,
  idNumber: line(30),
  address: optionalLine(80),
  maintenanceType: z.enum(maintenanceTypes).optional(),
});

interface Trade {
  role: Role;
  maintenanceType?: MaintenanceType | undefined;
}

/** Staff have a trade and nobody else has. */
const tradeFitsRole = (person: Trade, context: z.core.$RefinementCtx<Trade>) => {
  const has = person.maintenanceType !== undefined;
  if (has === (person.role === "Staff")) return;
  const message = has
    ? "is for staff only, so leave it out"
    : `must be one of: ${maintenanceTypes.join(", ")}`;
  context.addIssue({ code: "custom", path: ["maintenanceType"], message });
};

/** Two equal entries of a new password. */
export const passwordTwice = z.strictObject({ password: newPassword, confirmPassword: z.string() });

/** For `refine`: the second entry of a password, if there is one, equals the first. */
export const passwordsMatch = (both: { password: string; confirmPassword?: string | undefined }) =>
  both.confirmPassword === undefined || both.confirmPassword === both.password;
export const passwordsDiffer = { path: ["confirmPassword"], message: "Passwords do not match" };

/** The sign-up form: an admin fills it in, first password included. */
export const signUp = z
  .strictObject({
    ...details.shape,
    ...passwordTwice.partial({ confirmPassword: true }).shape,
  })
  .superRefine(tradeFitsRole)
  .refine(passwordsMatch, passwordsDiffer);
export type SignUp = z.output<typeof signUp>;

/** An invite: the same person, who will choose the password themselves. */
export const invitation = details.superRefine(tradeFitsRole);
export type Invitation = z.output<typeof invitation>;

export const person = z.strictObject({ id });

/** Removing from a list names the list's role, so that an id of another list is unknown there. */
export const removal = z.strictObject({ id, role: z.enum(roles).optional() });

/** Free text in the spec: a role or a maintenance type, whatever the case; the service decides. */
export const roleChange = z.strictObject({ id, newRole: z.string().trim().max(40) });

/** Whether a sign-up, an invite or a change of role, as it was sent, would make somebody an admin. */
export function makesAdmin(input: unknown): boolean {
  const { role, newRole } = (input ?? {}) as { role?: unknown; newRole?: unknown };
  return role === "Admin" || `${newRole}`.trim().toLowerCase() === "admin";
}

/** What `newRole` may be, for the input's suggestions. */
export const newRoles = [...roles, ...maintenanceTypes] as const;
