import * as z from "zod";
import { id } from "../../../platform/validation/schema.ts";

/** Two entries of the register that are the same person, and which of them stays. */
export const merge = z.strictObject({ staysId: id, goesId: id });
export type Merge = z.output<typeof merge>;
