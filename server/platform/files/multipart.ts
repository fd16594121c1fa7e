import type { IncomingMessage } from "node:http";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import type { AppError } from "../../errors.ts";
import { filesError } from "./errors.ts";
import { FileRefused } from "./files.ts";

/** The longest boundary that RFC 2046 allows, with its two dashes and the line end. */
const longestFirstLine = 2 + 70 + 2;

/** Some clients set the header without the boundary; then it is read from the body's first line. */
async function findBoundary(request: IncomingMessage) {
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  let start = Buffer.alloc(0);
  while (!start.includes("\n") && start.length <= longestFirstLine) {
    const { value, done } = await chunks.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  const header = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(request.headers["content-type"] ?? "");
  const line = /^--([^\r\n]{1,70})\r?\n/.exec(start.toString("latin1"));
  const boundary = header?.[1] ?? header?.[2] ?? line?.[1];
  if (!boundary) return null;
  async function* body() {
    try {
      yield start;
      yield* chunks;
    } finally {
      // Refused within its start: without this the rest stays with `chunks`, and nobody can read it.
      await chunks.return?.();
    }
  }
  return { boundary, body: body() };
}

/** Makes the error for a file that is missing, cut off or not stored. */
export type Refusal = (why: FileRefused["why"] | "cut_off", mimeType?: string) => AppError;

interface UploadHandler<Stored> {
  maxBytes: number;
  /** The most bytes of a text part, if more than 1 000. */
  maxTextBytes?: number;
  refusal: Refusal;
  store: (file: Readable) => Promise<Stored>;
  discard: (stored: Stored) => Promise<void>;
}

/** @throws refusal(), files.one_only, or what `store` throws */
export async function readUpload<Stored>(
  request: IncomingMessage,
  { maxBytes, maxTextBytes = 1000, refusal, store, discard }: UploadHandler<Stored>,
): Promise<{ stored: Stored; fileName: string; fields: Record<string, string> }> {
  const found = await findBoundary(request).catch(() => {
    throw refusal("cut_off");
  });
  if (!found) throw refusal("empty");
  const { boundary, body } = found;
  const parser = new Busboy({
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    limits: { files: 2, fields: 10, fieldSize: maxTextBytes, fileSize: maxBytes + 1 },
  });
  const stop = new AbortController();
  const file = new PassThrough();
  // `store` gets the error from its own pipeline. Without a listener here it would be uncaught.
  file.on("error", () => undefined);
  let storing: Promise<Stored> | undefined;
  let tooMany: AppError | undefined;
  let givenName = "";
  const fields: Record<string, string> = {};
  parser.on("field", (name: string, value: string) => {
    fields[name] = value;
  });
  parser.on("file", (name: string, part: Readable, given: string | undefined) => {
    part.on("error", () => file.destroy(refusal("cut_off")));
    if (name !== "file" || storing) {
      part.resume();
      if (name !== "file") return;
      tooMany = filesError("files.one_only", { field: "file" });
      stop.abort();
      return;
    }
    givenName = given ?? "";
    storing = store(part.pipe(file)).catch((error) => {
      throw error instanceof FileRefused ? refusal(error.why, error.mimeType) : error;
    });
    storing.catch((error) => stop.abort(error));
  });
  try {
    await pipeline(body, parser, { signal: stop.signal });
  } catch {
    if (tooMany) {
      await storing?.then(discard);
      throw tooMany;
    }
    file.destroy(refusal("cut_off"));
    await storing?.then(discard);
    throw refusal("cut_off");
  }
  if (!storing) throw refusal("empty");
  return { stored: await storing, fileName: fields.fileName || givenName, fields };
}
