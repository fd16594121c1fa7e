import { open } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { forPrograms, type SignedInContext, streamAdapter } from "../../api/rest.ts";
import { liftDeadline } from "../../http/connectionLimits.ts";
import { madeAt } from "../../platform/backup/archive/names.ts";
import { backupError } from "../../platform/backup/errors.ts";
import { reserve, roomIn } from "../../platform/files/diskSpace.ts";
import { removeFile, storeFile } from "../../platform/files/files.ts";
import { readUpload } from "../../platform/files/multipart.ts";
import { harmlessName } from "../../platform/files/names.ts";
import { attachment } from "../../platform/files/send.ts";
import { backupsError } from "./errors.ts";
import { recordAction } from "./service.ts";

const archiveTypes = { "application/gzip": "tar.gz", "application/age": "tar.gz.age" };

const refusals = {
  empty: "backups.no_file",
  too_large: "backups.no_room",
  no_room: "backups.no_room",
  wrong_type: "backups.wrong_type",
  archive: "backups.wrong_type",
  too_many_dots: "backups.wrong_type",
  broken: "backups.wrong_type",
  says_where: "backups.wrong_type",
  cut_off: "backups.cut_off",
} as const;

const refusal = (why: keyof typeof refusals) => backupsError(refusals[why], { field: "file" });

async function receiveBackup(ctx: SignedInContext, request: FastifyRequest) {
  const { id } = ctx.account;
  const { restore } = ctx.backups;
  await restore.makeRoom(id);
  const maxBytes = roomIn(ctx.config.data, reserve);
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw refusal("no_room");
  // A backup of a whole building takes longer to arrive than any other request may take.
  const settle = liftDeadline(request.raw);
  try {
    const { stored, fileName } = await readUpload(request.raw, {
      maxBytes,
      refusal,
      store: (file) =>
        storeFile(file, restore.incoming, { maxBytes, leaves: reserve, types: archiveTypes }),
      discard: ({ storedName }) => removeFile(restore.incoming, storedName),
    });
    const { storedName: sent, size } = stored;
    restore.received(id, sent);
    recordAction(ctx.db, ctx.by, ctx.now(), "upload", "backup", { size, sha256: stored.sha256 });
    return { message: "Backup uploaded", sent, fileName: harmlessName(fileName, "backup"), size };
  } finally {
    settle();
  }
}

/** A backup contains all data, and restoring one replaces all data. */
const admission = { for: "Admin", reauthenticate: true } as const;

export const rest = forPrograms([
  streamAdapter("POST /admin/backups/upload", {
    summary:
      "Uploads a backup to look at, and perhaps to restore later. This alone changes nothing.",
    streams: "upload",
    admission,
    answer: z.strictObject({
      message: z.string(),
      sent: z.string(),
      fileName: z.string(),
      size: z.int(),
    }),
    errors: ["backups.no_file", "backups.cut_off", "backups.wrong_type", "backups.no_room"],
    handle: receiveBackup,
  }),
  streamAdapter("GET /admin/backups/:archive/file", {
    summary: "Downloads a backup, so that you can keep it somewhere else.",
    streams: "download",
    admission,
    answer: z.file(),
    errors: ["backups.unknown"],
    handle: async (ctx, request, reply) => {
      const { archive = "" } = request.params as Record<string, string>;
      // Only names of archives are accepted, so no path can lead out of the folder.
      if (!madeAt(archive)) throw backupError("backups.unknown");
      const file = await open(join(ctx.config.backups, archive)).catch(() => {
        throw backupError("backups.unknown");
      });
      const { size } = await file.stat();
      // HEAD downloads nothing.
      if (request.method === "GET") recordAction(ctx.db, ctx.by, ctx.now(), "download", archive);
      return reply
        .headers({
          ...attachment(archive, "application/octet-stream"),
          "content-length": size,
        })
        .send(file.createReadStream());
    },
  }),
]);
