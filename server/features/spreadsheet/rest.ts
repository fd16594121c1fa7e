import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { restBelow, type SignedInContext, streamAdapter } from "../../api/rest.ts";
import { newId } from "../../database/columns.ts";
import { write } from "../../database/open.ts";
import { recordChange } from "../../platform/audit/audit.ts";
import { csvErrorCodes } from "../../platform/csv/errors.ts";
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
import { discardStaged, stage, stagedFile } from "./staging.ts";

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
  const {
    stored: content,
    fileName,
    fields,
  } = await readUpload(request.raw, {
    maxBytes: maxImportBytes,
    maxTextBytes: maxChoicesBytes,
    refusal: (why) =>
      spreadsheetError(why === "empty" ? "imports.no_file" : "imports.cut_off", { field: "file" }),
    store: collect,
    discard: async () => undefined,
  });
  return { content, fileName, fields };
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

async function receiveRegister(ctx: SignedInContext, request: FastifyRequest) {
  const { dryRun, keep } = importQuery.parse(request.query);
  const { content, fileName, fields } = await receiveList(request);
  const chosen = readChoices(fields.choices);
  return oneAtATime(async () => {
    // Titles and headings come above the rows.
    const file = await ctx.readList(content, maxImportRows + 20);
    const { at, today } = ctx.now();
    if (dryRun === "true") {
      const checked = checkRegister(ctx.db, file, chosen, today);
      if (keep === "true")
        stage(ctx.db, ctx.account.id, { fileName, content, choices: chosen }, at);
      return checked;
    }
    const tell = tellSharedEmail(ctx);
    const done = runRegister(ctx.db, ctx.by, { file, choices: chosen, tell }, ctx.now());
    discardStaged(ctx.db, ctx.account.id, at);
    return done;
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
      ...csvErrorCodes,
      "imports.no_file",
      "imports.cut_off",
      "imports.too_large",
      "imports.refused",
      "register.bad_choices",
      "register.no_sheet",
      "register.no_columns",
      "register.undecided",
    ],
    handle: receiveRegister,
  }),
  streamAdapter("GET /imports/kept", {
    summary: "The list that the admin has begun to import, as it was chosen.",
    streams: "download",
    admission: { for: "Admin" },
    answer: z.file(),
    errors: ["imports.none_kept"],
    handle: async ({ db, account }, _, reply) => {
      const kept = stagedFile(db, account.id);
      if (!kept) throw spreadsheetError("imports.none_kept");
      return reply
        .headers(attachment(kept.fileName, "application/octet-stream"))
        .send(kept.content);
    },
  }),
  streamAdapter("GET /register", {
    summary:
      "The units with their owners, tenants and occupants, and everybody else in the register but staff and admins, as CSV or .xlsx. POST /api/imports/register takes it back unchanged. It has no ID numbers. With asAt: the units of that day, and who had them then.",
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
