import * as z from "zod";

/** How long the audit trail was and how its last entry hashed: tells later whether its end is still there. */
export const trail = z.object({ seq: z.int().nonnegative(), hash: z.string() });

const fileFacts = z.object({
  size: z.int().nonnegative(),
  sha256: z.string().regex(/^[\da-f]{64}$/),
});
/** What a file must be to be the same file; the size in bytes. */
export type FileFacts = z.output<typeof fileFacts>;

/** What lies in an archive, said by the archive itself: `manifest.json`, its first file. */
export const manifest = z.object({
  /** 1 knows no secrets; it is still read, and no longer written. */
  format: z.literal([1, 2]),
  /** The Stoep that made it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** Rows per table of the database. */
  rows: z.record(z.string(), z.int().nonnegative()),
  /** Every other file of the archive, by its name in there. */
  files: z.record(z.string(), fileFacts),
  /** Uploads that had a row but no file when the archive was made. */
  missing: z.array(z.string()),
  /** Fingerprint of the certificate authority whose key was left out, because nothing is encrypted. */
  authority: z.string().optional(),
  /** Left out by a Stoep that kept no chain yet. */
  trail: trail.optional(),
});
export type Manifest = z.output<typeof manifest>;

export const manifestName = "manifest.json";
export const databaseName = "stoep.db";
export const uploadsName = "uploads";
/** The name of an upload inside an archive. */
export const uploadEntry = (storedName: string): string => `${uploadsName}/${storedName}`;

export const secretsName = "secrets";
/** The name of a key or certificate inside an archive. */
export const secretEntry = (name: string): string => `${secretsName}/${name}`;

/** No folder above, no hidden file, nothing a shell or another system would misread. */
export const isPlainName = (name: string): boolean => /^[\w-][\w.-]*$/.test(name);

/** A backup that cannot be made or used; each problem is a sentence that says what to do. */
export class BackupError extends Error {
  readonly problems: string[];
  constructor(...problems: string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}
