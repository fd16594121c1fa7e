import type { IncomingMessage } from "node:http";
import type { Config } from "../../config.ts";
import type { Db } from "../../database/open.ts";
import { forgetFile, type Limits, nameFile, receiveFile } from "./files.ts";
import { type Refusal, readUpload } from "./multipart.ts";
import { isNoted, type NamedFile } from "./rows.ts";

export interface UploadRules extends Limits {
  refusal: Refusal;
}

/** The most that multipart adds to the file: boundaries, part headers and other parts. */
const wrappingBytes = 64 * 1024;

/**
 * Receives the one file of a multipart request. `note` writes the rows in one transaction. If it
 * writes none, as for a repeated upload, the file is removed. `note` may await `settle`, which
 * names or removes it, and gets the other fields of the form.
 * @throws the rules' refusals, files.one_only, what `note` throws; none leaves a file behind
 */
export async function receiveUpload<Answer>(
  { db, config: { uploads } }: { db: Db; config: Pick<Config, "uploads"> },
  request: IncomingMessage,
  { refusal, ...limits }: UploadRules,
  note: (
    file: NamedFile,
    settle: () => Promise<void>,
    fields: Record<string, string>,
  ) => Answer | Promise<Answer>,
): Promise<Answer> {
  const { maxBytes } = limits;
  if (Number(request.headers["content-length"] ?? 0) > maxBytes + wrappingBytes)
    throw refusal("too_large");
  const { stored, fileName, fields } = await readUpload(request, {
    maxBytes,
    refusal,
    store: (file) => receiveFile(file, uploads, limits),
    discard: ({ storedName }) => forgetFile(uploads, storedName),
  });
  const end = async () => {
    const finish = isNoted(db, stored.storedName) ? nameFile : forgetFile;
    await finish(uploads, stored.storedName);
  };
  let settled: Promise<void> | undefined;
  const settle = () => {
    settled ??= end();
    return settled;
  };
  try {
    return await note({ ...stored, fileName }, settle, fields);
  } finally {
    await settle();
  }
}
