import type { Message } from "../platform/backup/childProcess.ts";

/** Reports progress to the server that started this command; does nothing at a shell. */
export function tellParent(message: Message): void {
  // The callback takes the error when the server ends while the message is on its way.
  if (process.connected) process.send?.(message, () => undefined);
}
