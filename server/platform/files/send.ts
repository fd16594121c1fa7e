import { open } from "node:fs/promises";
import { join } from "node:path";
import contentDisposition from "content-disposition";
import type { FastifyReply } from "fastify";
import { safeFileName } from "./names.ts";
import type { NamedFile } from "./rows.ts";

/** Never shown inside our own page: downloaded, with its stated type, and without rights to run. */
export const attachment = (fileName: string, mimeType: string) => ({
  "content-type": mimeType,
  "content-disposition": contentDisposition(fileName, { type: "attachment" }),
  "content-security-policy": "sandbox; default-src 'none'",
  "cache-control": "private, no-store",
});

/** Sends an uploaded file under a safe name, regardless of its row. */
export async function sendFile(
  reply: FastifyReply,
  folder: string,
  { storedName, fileName, mimeType, size }: Omit<NamedFile, "sha256">,
): Promise<FastifyReply> {
  // Opened before the headers are set, so that a missing file gets our own error.
  const file = await open(join(folder, storedName));
  return reply
    .headers(attachment(safeFileName(fileName, storedName), mimeType))
    .header("content-length", size)
    .send(file.createReadStream());
}
