import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Writes a small file, by default for this user only, so that it survives a power cut. It has
 * another name first, so that there is always either the whole old or the whole new one.
 */
export function replaceFile(path: string, text: string, mode = 0o600): void {
  const part = `${path}.part`;
  rmSync(part, { force: true });
  writeFileSync(part, text, { mode, flush: true });
  renameSync(part, path);
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
