import * as z from "zod";
import { line } from "../../platform/validation/schema.ts";

/** The account that residents pay into. */
export const bankDetails = z.strictObject({
  bank: line(60),
  accountHolder: line(80),
  accountNumber: line(20).regex(/^[\d ]+$/, "must be digits only"),
  branchCode: line(10).regex(/^[\d ]+$/, "must be digits only"),
});

export const buildingUpdate = z.strictObject({
  name: line(80).optional(),
  bankDetails: bankDetails.optional(),
  /** The person to ask about personal information: a name, and how to reach them. */
  informationOfficer: line(200).optional(),
});
export type BuildingUpdate = z.output<typeof buildingUpdate>;
