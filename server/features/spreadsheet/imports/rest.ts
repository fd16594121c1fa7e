import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import type { Context } from "../../../api/procedures.ts";
import { restBelow, streamAdapter } from "../../../api/rest.ts";
import { csvError } from "../../../platform/csv/errors.ts";
import { listOf } from "../../../platform/csv/file.ts";
import { readUpload } from "../../../platform/files/multipart.ts";
import { inQueue } from "../../../platform/rateLimit/queue.ts";
import { spreadsheetError } from "../errors.ts";
import {
  type ColumnsByField,
  checkedImport,
  columnsByField,
  doneImport,
  fieldFor,
  importQuery,
  maxImportBytes,
  maxImportRows,
  whichKind,
} from "./schema.ts";
import { checkImport, type ImportFile, runImport } from "./service.ts";

/** The most bytes that multipart adds to the file: boundaries, part headers, other parts. */
const wrappingBytes = 16 * 1024;

const tooLarge = () => spreadsheetError("imports.too_large", { field: "file" });

/** Reads the whole file into memory: it is small and not stored. @throws imports.too_large */
async function collect(file: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxImportBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function readColumns(given: string | undefined): ColumnsByField | undefined {
  if (!given) return undefined;
  try {
    return columnsByField.parse(JSON.parse(given));
  } catch {
    throw csvError("imports.bad_columns", { field: "columns" });
  }
}

/** The bytes of a list, and what the form says besides. @throws imports.too_large */
export async function receiveList(request: FastifyRequest) {
  if (Number(request.headers["content-length"] ?? 0) > maxImportBytes + wrappingBytes)
    throw tooLarge();
  const { stored: content, fields } = await readUpload(request.raw, {
    maxBytes: maxImportBytes,
    refusal: (why) =>
      spreadsheetError(why === "empty" ? "imports.no_file" : "imports.cut_off", { field: "file" }),
    store: collect,
    discard: async () => undefined,
  });
  return { content, fields };
}

/** How many lists may wait, each of up to 2 MB. */
const mostWaiting = 20;

/**
 * Reads and imports one list at a time, because each may take much memory.
 * @throws server.busy when too many wait
 */
export const oneAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  inQueue("imports", 1, work, mostWaiting);

async function receiveImport(ctx: Context, request: FastifyRequest) {
  const { kind } = whichKind.parse(request.params);
  const { dryRun } = importQuery.parse(request.query);
  const { content, fields } = await receiveList(request);
  const columns = readColumns(fields.columns);
  return oneAtATime(async () => {
    const isHeading = (heading: string) => fieldFor(kind, heading) !== undefined;
    const sheets = await ctx.readList(content, maxImportRows + 2);
    const file: ImportFile = { ...(await listOf(sheets, maxImportRows, isHeading)), columns };
    if (dryRun === "false") return runImport(ctx.db, ctx.by, kind, file, ctx.now);
    return checkImport(ctx.db, kind, file, ctx.now().today);
  });
}

export const rest = restBelow("/api", [
  streamAdapter("POST /imports/:kind", {
    summary:
      "Imports residents, staff or units from a CSV file or an .xlsx workbook: all rows, or none. With dryRun=true it only says what would happen. columns is a JSON object of field and column number, counted from 0; leave it out and the headings decide.",
    streams: "upload",
    admission: { for: "Admin" },
    query: importQuery,
    parts: ["columns"],
    answer: z.union([checkedImport, doneImport]),
    errors: [
      "imports.no_file",
      "imports.cut_off",
      "imports.empty",
      "imports.no_rows",
      "imports.no_headings",
      "imports.same_heading",
      "imports.bad_columns",
      "imports.missing_columns",
      "imports.refused",
      "imports.too_large",
      "imports.too_many_rows",
      "imports.too_many_columns",
      "imports.too_slow",
      "imports.not_text",
      "imports.bomb",
      "imports.macros",
      "imports.workbook",
      "imports.formula",
    ],
    handle: receiveImport,
  }),
]);
