import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { csvError } from "./errors.ts";
import type { SheetFile } from "./sheets.ts";
import type { Message, Reading } from "./sheetWorker.ts";

/** Reads a CSV file or an .xlsx workbook. See `listReader`. */
export type ReadList = (bytes: Buffer, most: number) => Promise<SheetFile>;

/**
 * Reads files in a thread of their own, whose time and memory are limited, so that no file slows
 * the server. The defaults are more than 5 000 rows with 40 columns need.
 */
export const listReader =
  (program: string, { patienceMs = 10_000, maxMemoryMb = 256 } = {}): ReadList =>
  async (bytes, most) => {
    const worker = new Worker(program, {
      workerData: { bytes, most } satisfies Reading,
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    });
    try {
      const signal = AbortSignal.timeout(patienceMs);
      const [message] = (await once(worker, "message", { signal })) as [Message];
      if ("file" in message) return message.file;
      throw csvError(message.refused, { field: "file", message: message.message });
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "ABORT_ERR") throw csvError("imports.too_slow", { field: "file" });
      if (code === "ERR_WORKER_OUT_OF_MEMORY") throw csvError("imports.bomb", { field: "file" });
      throw error;
    } finally {
      await worker.terminate();
    }
  };
