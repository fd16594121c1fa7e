import Database from "better-sqlite3";
import { compareVersions, type Needs } from "./needs.ts";
import { ReleaseError } from "./releaseError.ts";

/** @throws ReleaseError saying what the compiled module needs */
export function loadDatabaseModule(): void {
  try {
    new Database(":memory:").close();
  } catch (error) {
    throw new ReleaseError(missingFor(error instanceof Error ? error.message : String(error)));
  }
}

export function missingFor(message: string): string {
  const needs = /version `(GLIBC|GLIBCXX|CXXABI)_([\d.]+)' not found/.exec(message);
  const library = /(?<!\S)(\S+): cannot open shared object file/.exec(message)?.[1];
  const version = /compiled against a different Node\.js version/.test(message);
  if (needs?.[1] === "GLIBC")
    return glibcTooOld("The database module", needs[2] ?? "", glibcHere());
  if (needs || library)
    return `The database module needs ${needs ? "a newer libstdc++" : library}, which is missing here: sudo apt install libstdc++6`;
  if (version)
    return `The database module was made for another Node than ${process.versions.node}. Take the archive, which brings its own, or install the packages anew: npm ci`;
  return `The database module cannot be loaded (${message}).`;
}

const glibcTooOld = (what: string, needed: string, present: string | null) =>
  `${what} needs glibc ${needed} or newer, and this machine has ${present ?? "another C library"}. Use a newer system, or an archive that was made for older ones.`;

/** Null when it can run here. @param present the C library's version; null if it is not glibc */
export function tooOldFor({ glibc }: Needs, present: string | null): string | null {
  if (present !== null && compareVersions(present, glibc) >= 0) return null;
  return glibcTooOld("This release", glibc, present);
}

/** The version of the machine's C library; null if it is not glibc. */
export function glibcHere(): string | null {
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime ?? null;
}
