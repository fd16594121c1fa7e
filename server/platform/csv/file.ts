import { createHash } from "node:crypto";
import { inChunks } from "../../database/chunks.ts";
import { textOf } from "./decode.ts";
import { type CsvTable, readTable } from "./read.ts";

/** A CSV file: its table, and the hash of its bytes, which identifies it. */
export interface CsvFile {
  table: CsvTable;
  sha256: string;
}

/** Reads a file. @throws imports.… with what is wrong with the file as a whole */
export async function csvFile(bytes: Buffer, maxRows: number): Promise<CsvFile> {
  return {
    table: await inChunks(readTable(await textOf(bytes), maxRows)),
    sha256: createHash("sha256").update(bytes).digest("base64url"),
  };
}
