import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Even after a power cut there is always the whole old or the whole new file. */
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
