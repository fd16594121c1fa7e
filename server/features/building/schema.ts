import * as z from "zod";
import { text } from "../../schema.ts";

/** Where residents pay to. */
export const bankDetails = z.strictObject({
  bank: text(60),
  accountHolder: text(80),
  accountNumber: text(20).regex(/^[\d ]+$/, "must be digits only"),
  branchCode: text(10).regex(/^[\d ]+$/, "must be digits only"),
});

export const buildingUpdate = z.strictObject({
  name: text(80).optional(),
  bankDetails: bankDetails.optional(),
  /** Whom to ask about personal information: a name, and how to reach them. */
  informationOfficer: text(200).optional(),
});
export type BuildingUpdate = z.output<typeof buildingUpdate>;
