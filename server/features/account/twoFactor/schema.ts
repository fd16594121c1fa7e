import * as z from "zod";
import { secondCode } from "../../../platform/auth/schema.ts";

/** The first code, which proves that the app has scanned the secret. */
export const firstCode = z.strictObject({ code: secondCode.min(1, "must not be empty") });

/** Whether admins must log in with a second factor. */
export const adminsRule = z.strictObject({ on: z.boolean() });
