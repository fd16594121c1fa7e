import * as z from "zod";

/** An archive on the server, an uploaded one, or the data that the last restore replaced. */
const source = z.union([
  z.strictObject({ archive: z.string().max(100) }),
  z.strictObject({ sent: z.string().max(100), fileName: z.string().max(200) }),
  z.strictObject({ before: z.literal("last restore") }),
]);

export const preview = z.strictObject({
  source,
  /** If left out or empty, the passphrase in the server's settings is used. */
  passphrase: z.string().max(1000).optional(),
});

/** For the client, when the passphrase in the settings does not open the backup. */
export const unlocking = preview.extend({
  passphrase: z.string().min(1, "must not be empty").max(1000),
});

/** The preview to restore. */
export const confirmation = z.strictObject({ id: z.string().max(100) });
