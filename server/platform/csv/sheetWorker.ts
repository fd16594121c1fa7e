// The thread that reads a file: see listReader.
import { parentPort, workerData } from "node:worker_threads";
import { AppError } from "../../errors.ts";
import type { CsvErrorCode } from "./errors.ts";
import { readSheets, type SheetFile } from "./sheets.ts";

export interface Reading {
  bytes: Uint8Array;
  most: number;
}

/** The thread's answer. Errors lose their class on the way, so the parts of a refusal are sent. */
export type Message = { file: SheetFile } | { refused: CsvErrorCode; message: string };

async function answer({ bytes, most }: Reading): Promise<Message> {
  try {
    return { file: await readSheets(Buffer.from(bytes), most) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { refused: error.code as CsvErrorCode, message: error.message };
  }
}

parentPort?.postMessage(await answer(workerData));
