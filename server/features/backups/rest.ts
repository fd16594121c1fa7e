import { open, statfs } from "node:fs/promises";
import { join } from "node:path";
import contentDisposition from "content-disposition";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { liftDeadline } from "../../connections.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import { madeAt } from "../../platform/backup/names.ts";
import { FileRefused, harmlessName, removeFile, storeFile } from "../../platform/files/files.ts";
import { readUpload } from "../../platform/files/multipart.ts";
import { streamAdapter } from "../../rest.ts";
import { admitsOnly, type Context } from "../../trpc.ts";
import { noteDeed } from "./service.ts";

const archiveTypes = { "application/gzip": "tar.gz", "application/age": "tar.gz.age" };

const refusals: Record<FileRefused["why"], ErrorCode> = {
  empty: "backups.no_file",
  too_large: "backups.no_room",
  wrong_type: "backups.wrong_type",
  archive: "backups.wrong_type",
  too_many_dots: "backups.wrong_type",
};

/** What stays free for the database, in bytes. */
const reserve = 50e6;

async function room(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.max(0, bavail * bsize - reserve);
}

async function receiveBackup(ctx: Context, request: FastifyRequest) {
  admitsOnly("Admin", ctx.account);
  const { restore } = ctx.backups;
  await restore.makeRoom();
  const maxBytes = await room(ctx.config.data);
  if (Number(request.headers["content-length"] ?? 0) > maxBytes)
    throw new AppError("backups.no_room", { field: "file" });
  // A whole building takes longer to arrive than any other request may.
  const settle = liftDeadline(request.raw);
  try {
    const { kept, fileName } = await readUpload(request.raw, {
      maxBytes,
      refusals: { noFile: "backups.no_file", cutOff: "backups.cut_off" },
      keep: (file) => storeFile(file, restore.incoming, { maxBytes, types: archiveTypes }),
      discard: ({ storedName }) => removeFile(restore.incoming, storedName),
    });
    const { storedName: sent, size } = kept;
    noteDeed(ctx.db, ctx.by, ctx.now(), "upload", "backup", { size, sha256: kept.sha256 });
    return { message: "Backup uploaded", sent, fileName: harmlessName(fileName, "backup"), size };
  } catch (error) {
    throw inOurWords(error);
  } finally {
    settle();
  }
}

/** Why a file was not kept, as an error of this feature. */
function inOurWords(error: unknown): unknown {
  return error instanceof FileRefused
    ? new AppError(refusals[error.why], { field: "file" })
    : error;
}

export const backupsRest = [
  streamAdapter("POST /admin/backups/upload", {
    summary: "Sends a backup that is to be looked at and perhaps restored. Nothing changes by it.",
    streams: "upload",
    for: "Admin",
    answer: z.strictObject({
      ...{ message: z.string(), sent: z.string(), fileName: z.string() },
      size: z.int(),
    }),
    handle: receiveBackup,
  }),
  streamAdapter("GET /admin/backups/:archive/file", {
    summary: "A backup, to be kept elsewhere.",
    streams: "download",
    for: "Admin",
    answer: z.file(),
    handle: async (ctx, request, reply) => {
      admitsOnly("Admin", ctx.account);
      const { archive = "" } = request.params as Record<string, string>;
      // Only a name as archives have it: no path leads anywhere else.
      if (!madeAt(archive)) throw new AppError("backups.unknown");
      const file = await open(join(ctx.config.backups, archive)).catch(() => {
        throw new AppError("backups.unknown");
      });
      const { size } = await file.stat();
      noteDeed(ctx.db, ctx.by, ctx.now(), "download", archive);
      return reply
        .headers({
          "content-type": "application/octet-stream",
          "content-length": size,
          "content-disposition": contentDisposition(archive, { type: "attachment" }),
          "content-security-policy": "sandbox; default-src 'none'",
          "cache-control": "private, no-store",
        })
        .send(file.createReadStream());
    },
  }),
];
