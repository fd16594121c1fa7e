import * as z from "zod";
import { line, numberLine, shortNumber, shownVersion } from "../../platform/validation/schema.ts";

/** Digits as a bank writes them, in groups with spaces or hyphens, which become spaces. */
const digits = (max: number) =>
  numberLine(max)
    .overwrite((typed) => typed.replaceAll("-", " "))
    .regex(/^[\d ]+$/, "must be digits only");

/** The account that residents pay into. */
export const bankDetails = z.strictObject({
  bank: line(60),
  accountHolder: line(80),
  accountNumber: digits(20),
  branchCode: digits(10),
});

/** The most numbers that the building shows. */
const mostContacts = 8;

const empty = z.literal("");

const contact = z
  .strictObject({
    label: z.union([empty, line(40)]),
    number: z.union([empty, shortNumber]),
  })
  .superRefine(({ label, number }, context) => {
    const lacking = label ? "number" : "label";
    if ((label === "") === (number === "")) return;
    context.addIssue({ code: "custom", path: [lacking], message: "must not be empty" });
  });

/** Numbers for everybody, such as the caretaker's. Rows with nothing in them are left out. */
export const contacts = z
  .array(contact)
  .max(mostContacts, `must be at most ${mostContacts} numbers`)
  .transform((rows) => rows.filter(({ label }) => label !== ""));

export const buildingUpdate = z.strictObject({
  name: line(80).optional(),
  bankDetails: bankDetails.optional(),
  contacts: contacts.optional(),
  /** The contact for people who cannot sign in, shown to everybody at the login. Both empty: nobody. */
  signInHelp: contact.optional(),
  /** The person to ask about personal information: a name, and how to reach them. Empty: the trustees. */
  informationOfficer: z.union([empty, line(200)]).optional(),
  version: shownVersion.optional(),
});
export type BuildingUpdate = z.output<typeof buildingUpdate>;
