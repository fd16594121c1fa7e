import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import type { Context } from "../../api/procedures.ts";
import { restBelow, streamAdapter } from "../../api/rest.ts";
import { newId } from "../../database/columns.ts";
import { write } from "../../database/open.ts";
import { recordChange } from "../../platform/audit/audit.ts";
import { readUpload } from "../../platform/files/multipart.ts";
import { attachment } from "../../platform/files/send.ts";
import { inQueue } from "../../platform/rateLimit/queue.ts";
import { tellSharedEmail } from "../people/service.ts";
import { spreadsheetError } from "./errors.ts";
import { csvOf, registerRows, registerRowsAsAt, workbookOf } from "./export.ts";
import {
  type Choices,
  checkedRegister,
  choices,
  doneRegister,
  exportQuery,
  importQuery,
  maxImportBytes,
  maxImportRows,
} from "./schema.ts";
import { checkRegister, runRegister } from "./service.ts";

/** The most bytes of the choices: two names and what belongs to them, typed in each of 5 000 rows. */
const maxChoicesBytes = 2 * 1024 * 1024;
/** The most bytes that multipart adds to the file: boundaries, part headers, the choices. */
const wrappingBytes = 16 * 1024 + maxChoicesBytes;

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

/** The bytes of a list, and what the form says besides. @throws imports.too_large */
async function receiveList(request: FastifyRequest) {
  if (Number(request.headers["content-length"] ?? 0) > maxImportBytes + wrappingBytes)
    throw tooLarge();
  const { stored: content, fields } = await readUpload(request.raw, {
    maxBytes: maxImportBytes,
    maxTextBytes: maxChoicesBytes,
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
const oneAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  inQueue("imports", 1, work, mostWaiting);

/** @throws register.bad_choices with what is wrong */
function readChoices(given: string | undefined): Choices {
  try {
    return choices.parse(JSON.parse(given || "{}"));
  } catch {
    throw spreadsheetError("register.bad_choices", { field: "choices" });
  }
}

async function receiveRegister(ctx: Context, request: FastifyRequest) {
  const { dryRun } = importQuery.parse(request.query);
  const { content, fields } = await receiveList(request);
  const chosen = readChoices(fields.choices);
  return oneAtATime(async () => {
    // Titles and headings come above the rows.
    const file = await ctx.readList(content, maxImportRows + 20);
    if (dryRun === "true") return checkRegister(ctx.db, file, chosen, ctx.now().today);
    const tell = tellSharedEmail(ctx);
    return runRegister(ctx.db, ctx.by, { file, choices: chosen, tell }, ctx.now());
  });
}

const types = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

export const rest = restBelow("/api", [
  streamAdapter("POST /imports/register", {
    summary:
      "Imports units, people, owners and tenants from one list, .xlsx or CSV: all of it, or nothing. With dryRun=true it only says what would happen. choices is a JSON object with the columns, the answers to its questions, mended cells and rows to leave out.",
    streams: "upload",
    admission: { for: "Admin" },
    query: importQuery,
    parts: ["choices"],
    answer: z.union([checkedRegister, doneRegister]),
    errors: [
      "imports.no_file",
      "imports.cut_off",
      "imports.too_large",
      "imports.empty",
      "imports.not_text",
      "imports.bomb",
      "imports.macros",
      "imports.workbook",
      "imports.formula",
      "imports.no_rows",
      "imports.too_many_rows",
      "imports.too_many_columns",
      "imports.too_slow",
      "imports.bad_columns",
      "imports.refused",
      "register.bad_choices",
      "register.no_sheet",
      "register.no_columns",
      "register.undecided",
    ],
    handle: receiveRegister,
  }),
  streamAdapter("GET /register", {
    summary:
      "The units with their owners, tenants and occupants, and everybody else in the register, as CSV or .xlsx. POST /api/imports/register takes it back unchanged. It has no ID numbers. With asAt: the units of that day, and who had them then.",
    streams: "download",
    admission: { for: "Admin", reauthenticate: true },
    query: exportQuery,
    answer: z.file(),
    errors: ["request.list_too_long"],
    handle: async ({ db, by, now }, request, reply) => {
      const { format, asAt } = exportQuery.parse(request.query);
      const { at, today } = now();
      const other = asAt === today ? undefined : asAt;
      const name = other ? `register-as-at-${other}` : `register-${today}`;
      void reply.headers(attachment(`${name}.${format}`, types[format]));
      // HEAD downloads nothing.
      if (request.method === "HEAD") return reply.send();
      const rows = other ? registerRowsAsAt(db, other) : registerRows(db, today);
      const sheet = other ? `Register as at ${other}` : "Register";
      const file = format === "csv" ? csvOf(rows) : await workbookOf(rows, sheet);
      write(db, () =>
        recordChange(db, by, at, {
          action: "register.export",
          subjectId: newId(),
          after: { format, ...(other && { asAt: other }) },
        }),
      );
      return reply.send(file);
    },
  }),
]);
