import type { Message } from "../platform/backup/childProcess.ts";

/** Tells the server that started this command how far it is; at a shell there is nobody to tell. */
export function tellParent(message: Message): void {
  // With a way to hear of failures, because the server may end while this is on its way.
  if (process.connected) process.send?.(message, () => undefined);
}
