import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import contentDisposition from "content-disposition";
import { ZipFile } from "yazl";
import * as z from "zod";
import { AppError } from "../../errors.ts";
import { streamAdapter } from "../../rest.ts";
import { admits, type Context, isAdmin } from "../../trpc.ts";
import { dossierOf, noteDossier } from "./service.ts";

/** One zip of a person's rows, as JSON for people and programs, and of the files they sent. */
function zipOf({ config, db, now }: Context, id: string): Readable {
  const { told, files } = dossierOf(db, id, now());
  const zip = new ZipFile();
  const there = files.filter(({ storedName }) => existsSync(join(config.uploads, storedName)));
  const missing = files.filter((file) => !there.includes(file)).map(({ name }) => name);
  const json = `${JSON.stringify({ ...told, missing }, null, 2)}\n`;
  zip.addBuffer(Buffer.from(json), "data.json", { mtime: new Date(told.madeAt) });
  // What people send is packed already.
  for (const { storedName, uploadedAt, name } of there)
    zip.addFile(join(config.uploads, storedName), name, {
      compress: false,
      mtime: new Date(uploadedAt),
    });
  const out = zip.outputStream as Readable;
  // A file that goes away meanwhile cuts the download off, so that nobody takes half for the whole.
  zip.once("error", (error: Error) => out.destroy(error));
  zip.end();
  return out;
}

export const dossierRest = [
  streamAdapter("GET /profile/:profileId/data", {
    summary:
      "Everything the building keeps of a person, and the files they sent, in one zip: one's own; an admin may take anybody's.",
    streams: "download",
    for: "member",
    answer: z.file(),
    handle: async (ctx, request, reply) => {
      admits("member", ctx.account);
      const { profileId = "" } = request.params as Record<string, string>;
      if (profileId !== ctx.account?.id && !isAdmin(ctx.account))
        throw new AppError("auth.not_yours", { field: "profileId" });
      const zip = zipOf(ctx, profileId);
      noteDossier(ctx.db, ctx.by, profileId, ctx.now());
      const name = `my-data-${ctx.now().today}.zip`;
      return reply
        .headers({
          "content-type": "application/zip",
          "content-disposition": contentDisposition(name, { type: "attachment" }),
          "content-security-policy": "sandbox; default-src 'none'",
          "cache-control": "private, no-store",
        })
        .send(zip);
    },
  }),
];
