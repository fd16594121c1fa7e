import { ConfigError } from "./config.ts";
import { DatabaseError } from "./errors.ts";
import { DataInUse } from "./platform/files/lock.ts";

/** What the operating system calls a failure → what it means for the person at the machine. */
const known: Record<string, (place: string) => string> = {
  EACCES: (place) => `Stoep may not use ${place}. Give it the rights to, or choose another place.`,
  EPERM: (place) => `Stoep may not use ${place}. Give it the rights to, or choose another place.`,
  EROFS: (place) => `${place} is on a disk that cannot be written to.`,
  ENOSPC: (place) => `The disk is full, so ${place} cannot be written. Make room on it.`,
  EEXIST: (place) => `${place} is in the way: there must be a folder, and it is a file.`,
  ENOTDIR: (place) => `${place} leads through something that is not a folder.`,
  EISDIR: (place) => `${place} is a folder, and there must be a file.`,
  EADDRINUSE: (place) =>
    `${place} is taken by another program. Stop it, or set PORT to another one.`,
  EADDRNOTAVAIL: (place) => `${place} is no address of this machine. Set HOST to one that is.`,
  ENOTFOUND: (place) => `${place} is no address of this machine. Set HOST to one that is.`,
};

interface SystemError extends Error {
  code?: string;
  path?: string;
  address?: string;
  hostname?: string;
  port?: number;
}

/** A failure to start, in words; null when it is a fault of ours, which needs its stack. */
export function troubleInWords(error: unknown): string | null {
  if ([ConfigError, DatabaseError, DataInUse].some((kind) => error instanceof kind))
    return (error as Error).message;
  const { code = "", path, address, hostname, port } = error as SystemError;
  const host = code === "EADDRNOTAVAIL" ? address : hostname;
  const place = path ?? host ?? (port ? `Port ${port}` : "the data folder");
  return known[code]?.(place) ?? null;
}
