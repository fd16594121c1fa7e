import * as z from "zod";
import { adapter, done, forPrograms } from "../../../api/rest.ts";
import { perhapsOwnPassword, roles } from "../../../platform/auth/schema.ts";
import { orNothing } from "../../../platform/validation/schema.ts";
import { maintenanceTypes, newPerson, signUp } from "../../people/schema.ts";
import { procedures } from "./router.ts";
import type { membersOf } from "./service.ts";

export const person = z.strictObject({
  id: z.string(),
  name: z.string(),
  surName: z.string(),
  userName: z.string(),
  email: z.string(),
  userAddress: z.string(),
  cellPhone: z.string(),
});
const staffMember = person.extend({ roles: z.enum(roles), maintenanceType: z.string().nullable() });

type Member = ReturnType<typeof membersOf>["rows"][number];
type Card = Omit<Member, "role" | "maintenanceType">;

/** A person in the field names of existing clients. */
export const toWire = (member: Card) => ({
  id: member.id,
  name: member.name,
  surName: member.surname,
  userName: member.username,
  email: member.email,
  userAddress: member.address,
  cellPhone: member.cellPhone,
});

const all = () => ({ limit: "all" }) as const;

const toWireOfStaff = (member: Member) => ({
  ...toWire(member),
  roles: member.role,
  maintenanceType: member.maintenanceType,
});

const names = { surname: "surName", username: "userName", address: "userAddress", role: "roles" };

const { shape } = signUp;
const { shape: details } = newPerson;

/** Optional: clients may leave it out or send an empty text. */
const trade = orNothing(shape.maintenanceType);

/** `Resident` etc. in any case. */
const anyCaseRole = z
  .string()
  .transform((typed) => roles.find((role) => role.toLowerCase() === typed.trim().toLowerCase()))
  .pipe(z.enum(roles, `must be one of: ${roles.join(", ")}`));

export const rest = forPrograms([
  adapter("GET /admin/staff", {
    summary: "All staff of the building.",
    answer: z.array(staffMember),
    procedure: procedures.admin.staff,
    input: all,
    output: ({ rows }) => rows.map(toWireOfStaff),
  }),
  adapter("GET /admin/resident", {
    summary: "All residents of the building.",
    answer: z.array(person),
    procedure: procedures.admin.residents,
    input: all,
    output: ({ rows }) => rows.map(toWire),
  }),
  adapter("GET /admin/admins", {
    summary: "All admins of the building.",
    answer: z.array(person),
    procedure: procedures.admin.admins,
    input: all,
    output: ({ rows }) => rows.map(toWire),
  }),
  adapter("DELETE /admin/staff/delete/:id", {
    summary: "Removes a staff member from the lists and ends their sign-in. What they did stays.",
    answer: done,
    errors: ["people.unknown", "people.last_admin"],
    procedure: procedures.admin.remove,
    input: ({ params }) => ({ id: params.id, role: "Staff" as const }),
  }),
  adapter("DELETE /admin/resident/delete/:id", {
    summary: "Removes a resident from the lists and ends their sign-in. What they did stays.",
    answer: done,
    errors: ["people.unknown", "people.last_admin"],
    procedure: procedures.admin.remove,
    input: ({ params }) => ({ id: params.id, role: "Resident" as const }),
  }),
  adapter("PATCH /admin/staff/updaterole/:id", {
    summary: `Changes a role: ${roles.join(", ")}, or a staff member's trade: ${maintenanceTypes.join(", ")}.`,
    body: z.strictObject({ newRole: z.string("must be text"), ...perhapsOwnPassword.shape }),
    answer: done,
    errors: ["people.unknown", "people.bad_role", "people.last_admin"],
    procedure: procedures.admin.changeRole,
    input: ({ params, body }) => ({ id: params.id, ...body }),
  }),
  adapter("POST /admin/people", {
    summary:
      "Adds an owner, a company or anybody else to the register. They do not sign in, and are in no list of residents.",
    body: z.strictObject({
      name: details.name,
      surname: details.surname,
      email: details.email,
      cellPhone: details.cellPhone,
      juristic: details.juristic,
      shareEmail: details.shareEmail,
    }),
    answer: z.strictObject({ id: z.string() }),
    status: 201,
    errors: ["people.email_shared"],
    procedure: procedures.admin.add,
    input: ({ body }) => body,
  }),
  adapter("POST /admin/signup", {
    summary: "Makes an account for a resident, a staff member or an admin.",
    body: z.strictObject({
      roles: anyCaseRole,
      name: shape.name,
      surName: shape.surname,
      userName: shape.username,
      email: shape.email,
      cellPhone: shape.cellPhone,
      idNumber: shape.idNumber,
      password: shape.password,
      confirmPassword: shape.confirmPassword,
      userAddress: shape.address,
      maintenanceType: trade,
      shareEmail: details.shareEmail,
      ...perhapsOwnPassword.shape,
    }),
    answer: z.strictObject({ id: z.string(), message: z.string() }),
    status: 201,
    creates: true,
    errors: [
      "people.email_taken",
      "people.email_shared",
      "people.username_taken",
      "auth.weak_password",
    ],
    procedure: procedures.admin.signUp,
    input: ({ body: { roles: role, surName, userName, userAddress, ...body } }) => ({
      role,
      surname: surName,
      username: userName,
      address: userAddress,
      ...body,
    }),
    names,
  }),
]);
