import { lstatSync } from "node:fs";
import { ConfigError } from "../../config.ts";
import { DatabaseError } from "../../errors.ts";
import { attempt } from "../files/attempt.ts";
import { DataInUse } from "../files/lock.ts";

const closed = (place: string) =>
  `Stoep may not use ${place}. Use sudo, give Stoep the rights to it, or choose another place.`;

/** Error codes of the operating system → what they mean for the person at the machine. */
const known: Record<string, (place: string) => string | null> = {
  ENOENT: (place) =>
    attempt(() => lstatSync(place).isSymbolicLink(), false)
      ? `${place} is a link to a place that is not there. Is its disk mounted?`
      : null,
  EACCES: closed,
  EPERM: closed,
  EROFS: (place) => `${place} is on a disk that cannot be written to.`,
  ENOSPC: (place) => `The disk is full, so ${place} cannot be written. Make room on it.`,
  EEXIST: (place) => `${place} is a file, but a folder must be there. Move the file away.`,
  ENOTDIR: (place) => `${place} leads through something that is not a folder.`,
  EISDIR: (place) => `${place} is a folder, but a file must be there.`,
  EADDRINUSE: (place) =>
    `${place} is taken by another program. Stop it, or set PORT to another one.`,
  EADDRNOTAVAIL: (place) => `${place} is not an address of this machine. Set HOST to one that is.`,
  ENOTFOUND: (place) => `${place} is not an address of this machine. Set HOST to one that is.`,
};

interface SystemError extends Error {
  code?: string;
  path?: string;
  address?: string;
  hostname?: string;
  port?: number;
}

/** Explains why a start failed; null if it is a bug of ours, which needs its stack trace. */
export function systemErrorInWords(error: unknown): string | null {
  if ([ConfigError, DatabaseError, DataInUse].some((kind) => error instanceof kind))
    return (error as Error).message;
  const { code = "", message, path, address, hostname, port } = error as SystemError;
  // On a full disk SQLite often reports no more than an I/O error, whatever it was doing.
  if (/^SQLITE_(FULL|IOERR)/.test(code))
    return `The disk is full or failing (${message}). Make room on it; df -h shows how much there is.`;
  if (/^SQLITE_(CANTOPEN|READONLY)/.test(code))
    return `The database cannot be opened (${message}). Its disk must be one that can be written to, and Stoep's user must be allowed to write the file and beside it.`;
  const host = code === "EADDRNOTAVAIL" ? address : hostname;
  const place = path ?? host ?? (port ? `Port ${port}` : null);
  // A failed write has no path. It may be the program's disk or that of the data.
  if (place === null && code === "ENOSPC")
    return "A disk of this machine is full: df -h names it. Make room on it.";
  if (place === null) return null;
  return known[code]?.(place) ?? null;
}
