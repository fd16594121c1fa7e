import * as z from "zod";
import { line } from "../../platform/validation/schema.ts";

/** The account that residents pay into. */
export const bankDetails = z.strictObject({
  bank: line(60),
  accountHolder: line(80),
  accountNumber: line(20).regex(/^[\d ]+$/, "must be digits only"),
  branchCode: line(10).regex(/^[\d ]+$/, "must be digits only"),
});

/** The most numbers that the building shows. */
const mostContacts = 8;

/** A number to dial, also a short one such as 112. */
const dialled = z
  .string()
  .trim()
  .max(30, "must be at most 30 characters")
  .regex(/^\+?[\d \u00a0().-]*$/, "must be a telephone number such as 082 123 4567")
  .refine((value) => {
    const digits = value.replace(/\D/g, "").length;
    return value === "" || (digits >= 3 && digits <= 15);
  }, "must be a telephone number of 3 to 15 digits");

const contact = z
  .strictObject({ label: z.union([z.literal(""), line(40)]), number: dialled })
  .superRefine(({ label, number }, context) => {
    const lacking = label ? "number" : "label";
    if ((label === "") === (number === "")) return;
    const message = label ? "must be a telephone number" : "must say whose number it is";
    context.addIssue({ code: "custom", path: [lacking], message });
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
  /** The person to ask about personal information: a name, and how to reach them. */
  informationOfficer: line(200).optional(),
});
export type BuildingUpdate = z.output<typeof buildingUpdate>;
