import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import contentDisposition from "content-disposition";
import type { FastifyReply } from "fastify";
import { withoutReadableMetadata } from "./metadata.ts";
import { safeFileName } from "./names.ts";
import type { NamedFile } from "./rows.ts";

/** Never shown inside our own page: downloaded, with its stated type, and without rights to run. */
export const attachment = (fileName: string, mimeType: string) => ({
  "content-type": mimeType,
  "content-disposition": contentDisposition(fileName, { type: "attachment" }),
  "content-security-policy": "sandbox; default-src 'none'",
  "cache-control": "private, no-store",
});

type SentFile = Omit<NamedFile, "sha256">;

async function send(
  reply: FastifyReply,
  folder: string,
  { storedName, size }: SentFile,
  headers: Record<string, string>,
): Promise<FastifyReply> {
  // Opened before the headers are set, so that a missing file gets our own error.
  const file = await open(join(folder, storedName));
  return reply.headers(headers).header("content-length", size).send(file.createReadStream());
}

/** Sends an uploaded file under a safe name, regardless of its row. */
export const sendFile = (reply: FastifyReply, folder: string, file: SentFile) =>
  send(
    reply,
    folder,
    file,
    attachment(safeFileName(file.fileName, file.storedName), file.mimeType),
  );

/** The same without what a picture says about where, when and by whom it was taken. */
export async function sendWithoutMetadata(
  reply: FastifyReply,
  folder: string,
  { storedName, fileName, mimeType }: SentFile,
): Promise<FastifyReply> {
  const content = withoutReadableMetadata(await readFile(join(folder, storedName)));
  return reply.headers(attachment(safeFileName(fileName, storedName), mimeType)).send(content);
}

/**
 * Sends a picture that our pages show to everybody.
 * @param isCurrent whether its address names just this content, so that it may be stored for good
 */
export const sendPicture = (
  reply: FastifyReply,
  folder: string,
  file: SentFile,
  isCurrent: boolean,
) =>
  send(reply, folder, file, {
    "content-type": file.mimeType,
    "content-security-policy": "sandbox; default-src 'none'",
    "cache-control": isCurrent ? "public, max-age=31536000, immutable" : "no-cache",
  });
