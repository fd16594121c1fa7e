import * as z from "zod";

/** Length and last hash of the audit trail, to see later whether its end is still there. */
export const trail = z.object({ seq: z.int().nonnegative(), hash: z.string() });

const fileFacts = z.object({
  size: z.int().nonnegative(),
  sha256: z.string().regex(/^[\da-f]{64}$/),
});
export type FileFacts = z.output<typeof fileFacts>;

/** The contents of an archive: `manifest.json`, the first file in it. */
export const manifest = z.object({
  /** Format 1 has no secrets. It can still be read but is no longer written. */
  format: z.literal([1, 2]),
  version: z.string(),
  madeAt: z.iso.datetime(),
  rows: z.record(z.string(), z.int().nonnegative()),
  /** Every other file of the archive, by its name in the archive. */
  files: z.record(z.string(), fileFacts),
  /** Uploads that had a row but no file when the archive was made. */
  missing: z.array(z.string()),
  /** Fingerprint of the certificate authority whose key an unencrypted archive leaves out. */
  authority: z.string().optional(),
  /** Missing if the Stoep that made the archive had no chained audit trail yet. */
  trail: trail.optional(),
});
export type Manifest = z.output<typeof manifest>;

export const manifestName = "manifest.json";
export const databaseName = "stoep.db";
export const uploadsName = "uploads";
export const uploadEntry = (storedName: string): string => `${uploadsName}/${storedName}`;

export const secretsName = "secrets";
export const secretEntry = (name: string): string => `${secretsName}/${name}`;

/** No path, no hidden file, and no character that a shell or another system would misread. */
export const isPlainName = (name: string): boolean => /^[\w-][\w.-]*$/.test(name);

/** A backup that cannot be made or used. Each problem is a sentence that says what to do. */
export class BackupError extends Error {
  readonly problems: string[];
  constructor(...problems: string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}
