import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import contentDisposition from "content-disposition";
import type { FastifyReply } from "fastify";
import type { Config } from "../../config.ts";
import type { Unsent } from "../rateLimit/unsent.ts";
import { withoutReadableMetadata } from "./metadata.ts";
import { safeFileName } from "./names.ts";
import { isPicture } from "./pictures.ts";
import type { NamedFile } from "./rows.ts";

/** Never shown inside our own page: downloaded, with its stated type, and without rights to run. */
export const attachment = (fileName: string, mimeType: string) => ({
  "content-type": mimeType,
  "content-disposition": contentDisposition(fileName, { type: "attachment" }),
  "content-security-policy": "sandbox; default-src 'none'",
  "cache-control": "private, no-store",
});

type SentFile = Pick<NamedFile, "storedName" | "fileName" | "mimeType" | "size">;

interface Sending {
  config: Pick<Config, "uploads">;
  unsent: Unsent;
}

/** Under a safe name, and pictures without their metadata. */
export async function sendFile(
  reply: FastifyReply,
  { config, unsent }: Sending,
  { storedName, fileName, mimeType, size }: SentFile,
  headers: Record<string, string> = attachment(safeFileName(fileName, storedName), mimeType),
): Promise<FastifyReply> {
  const path = join(config.uploads, storedName);
  // Read or opened before the headers are set, so that a missing file gets our own error.
  if (isPicture(mimeType)) {
    unsent.hold(reply, size);
    const content = withoutReadableMetadata(await readFile(path));
    return reply.headers(headers).send(content);
  }
  const file = await open(path);
  return reply.headers(headers).header("content-length", size).send(file.createReadStream());
}

/** @param isCurrent whether its address names just this content, so that it may be stored */
export const sendPicture = (
  reply: FastifyReply,
  sending: Sending,
  file: SentFile,
  isCurrent: boolean,
) =>
  sendFile(reply, sending, file, {
    "content-type": file.mimeType,
    "content-security-policy": "sandbox; default-src 'none'",
    "cache-control": isCurrent ? "public, max-age=31536000, immutable" : "no-cache",
  });
