import * as z from "zod";
import { id } from "../../../platform/validation/schema.ts";

const encoded = z.string().max(20_000, "must be exactly what the browser made");

/** A browser's response for a passkey; the library checks its fields. */
const answered = z.looseObject({
  id: encoded,
  rawId: encoded,
  type: z.literal("public-key"),
  clientExtensionResults: z.looseObject({}),
});

export const made = z.strictObject({
  response: answered.extend({
    response: z.looseObject({ clientDataJSON: encoded, attestationObject: encoded }),
  }),
});

export const signed = z.strictObject({
  response: answered.extend({
    response: z.looseObject({
      clientDataJSON: encoded,
      authenticatorData: encoded,
      signature: encoded,
    }),
  }),
});

export const passkey = z.strictObject({ id });
