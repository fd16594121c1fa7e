import * as z from "zod";

/** An archive on the building's machine, one that was sent, or what the last restore replaced. */
const source = z.union([
  z.strictObject({ archive: z.string().max(100) }),
  z.strictObject({ sent: z.string().max(100), fileName: z.string().max(200) }),
  z.strictObject({ before: z.literal("last restore") }),
]);

export const preview = z.strictObject({
  source,
  /** Left out or empty: the one that is set on the machine. */
  passphrase: z.string().max(1000).optional(),
});

/** For who is asked for it: the one of the machine does not open this backup. */
export const unlocking = preview.extend({
  passphrase: z.string().min(1, "must not be empty").max(1000),
});

/** What was looked at and is to be put in place. */
export const confirmation = z.strictObject({ id: z.string().max(100) });
