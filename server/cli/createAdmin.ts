import * as z from "zod";
import { needsSetup } from "../features/building/setup/service.ts";
import { signUp } from "../features/people/schema.ts";
import { addPerson } from "../features/people/service.ts";
import { hashChosen } from "../platform/auth/passwords/passwords.ts";
import { stoep } from "../platform/installation/commands.ts";
import { complaint } from "../platform/validation/schema.ts";
import { command, Refusal, UsageError } from "./command.ts";
import { atTheShell, withServices } from "./openServices.ts";
import { passwordFromStdin } from "./stdin.ts";

const { username, email, name, surname, cellPhone, idNumber } = signUp.shape;

/** The fields of the sign-up form, named like the options. */
const newAdmin = z.object({
  username,
  email,
  name,
  surname,
  // The new admin can fill these in later.
  "cell-phone": cellPhone.default(""),
  "id-number": idNumber.default(""),
});

function complaints(issues: z.core.$ZodIssue[]): string[] {
  const first = (issue: z.core.$ZodIssue) =>
    issues.find(({ path }) => path[0] === issue.path[0]) === issue;
  return issues.filter(first).map((issue) => `--${complaint(issue).message}`);
}

export const createAdmin = command({
  name: "create-admin",
  summary: "Makes an admin, the first one or another. The server may be running.",
  options: {
    username: { type: "string", value: "NAME", required: true, help: "What they sign in with." },
    email: {
      type: "string",
      value: "ADDRESS",
      required: true,
      help: "They may sign in with it too.",
    },
    name: { type: "string", value: "NAME", required: true, help: "First name." },
    surname: { type: "string", value: "NAME", required: true, help: "Surname." },
    "cell-phone": { type: "string", value: "NUMBER", help: "May be filled in later." },
    "id-number": {
      type: "string",
      value: "NUMBER",
      help: "ID or passport; may be filled in later.",
    },
    "password-stdin": { type: "boolean", help: "Reads the password from standard input." },
  },
  notes: [
    "The password has 8 to 128 characters. For instance:",
    `  printf %s 'a long password' | ${stoep} create-admin --username thandi \\`,
    "    --email thandi@example.co.za --name Thandi --surname Nkosi --password-stdin",
  ],
  async run({ "password-stdin": fromStdin, ...given }) {
    if (!fromStdin)
      throw new UsageError(
        "Give the password on standard input: add --password-stdin and pipe it in. If it were an option, everybody on this machine could read it.",
      );
    const parsed = newAdmin.safeParse(given);
    if (!parsed.success) throw new Refusal(complaints(parsed.error.issues).join("\n"));
    const { "cell-phone": cellPhone, "id-number": idNumber, ...admin } = parsed.data;
    const password = await passwordFromStdin();
    await withServices(async ({ db, now, origin }) => {
      // Nobody is asked here, and what follows says with which name they sign in.
      const details = { role: "Admin" as const, ...admin, cellPhone, idNumber, shareEmail: true };
      const isFirst = needsSetup(db);
      const hash = await hashChosen(db, password, details);
      addPerson(db, atTheShell, details, { hash, chosenBy: "themselves" }, now());
      console.log(
        `${admin.name} ${admin.surname} is an admin now and signs in as ${admin.username}`,
      );
      console.log(`at ${origin()}/login.`);
      if (isFirst)
        console.log("Enter the building's name there, under Building. Every paper has it.");
    });
  },
});
