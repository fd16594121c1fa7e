import { existsSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import * as z from "zod";
import type { Reader } from "../../api/fast/jsonList.ts";
import { type Context, isAdmin } from "../../api/procedures.ts";
import { streamAdapter } from "../../api/rest.ts";
import { AppError } from "../../errors.ts";
import { accountEver } from "../../platform/auth/accounts.ts";
import { attachment } from "../../platform/files/send.ts";
import { inQueue } from "../../platform/rateLimit/queue.ts";
import { dataExportOf, dataExportText, recordDataExport } from "./service.ts";

/** One zip of a person's rows, as JSON for people and programs, and of the files they sent. */
function zipOf({ config, db, now, reader }: Context, id: string): Readable {
  const { data, files } = dataExportOf(db, id, now());
  const zip = new ZipFile();
  const sent = [...files].map(([storedName, name]) => ({
    name,
    path: join(config.uploads, storedName),
  }));
  const there = sent.filter(({ path }) => existsSync(path));
  const missing = sent.filter((file) => !there.includes(file)).map(({ name }) => name);
  const json = Readable.from(charged(dataExportText({ ...data, missing }), reader));
  zip.addReadStream(json, "data.json", { mtime: new Date(data.madeAt) });
  // What people send is packed already.
  for (const { path, name } of there) zip.addFile(path, name, { compress: false });
  const out = zip.outputStream as Readable;
  // A file that goes away meanwhile cuts the download off, so that nobody takes half for the whole.
  zip.once("error", (error: Error) => out.destroy(error));
  zip.end();
  return out;
}

/** Packed it is small, but all of it was read. */
async function* charged(pieces: AsyncIterable<Buffer>, reader: Reader | null) {
  for await (const piece of pieces) {
    reader?.charge(piece.length);
    yield piece;
  }
}

/** To pack somebody's life is work: of what one person asks for at once, so many are made at a time. */
const atOnce = 2;

/** Waits for a turn, which lasts until the answer is out. @throws server.busy */
const turnOf = (accountId: string, answer: ServerResponse): Promise<void> =>
  new Promise((begin, refuse) => {
    const answered = () =>
      new Promise<void>((end) => {
        // Who went away meanwhile waits for nothing any more.
        if (answer.closed) return end();
        answer.once("close", end);
        begin();
      });
    inQueue(`dossier ${accountId}`, atOnce, answered).catch(refuse);
  });

export const dataExportRest = [
  streamAdapter("GET /profile/:profileId/data", {
    summary:
      "Everything the building keeps about a person, with the files they sent, in one zip. You may download your own; an admin may download anybody's.",
    streams: "download",
    admission: { for: "member" },
    answer: z.file(),
    errors: ["auth.not_yours", "people.unknown"],
    handle: async (ctx, request, reply) => {
      const { profileId = "" } = request.params as Record<string, string>;
      if (profileId !== ctx.account.id && !isAdmin(ctx.account))
        throw new AppError("auth.not_yours", { field: "profileId" });
      if (!accountEver(ctx.db, profileId))
        throw new AppError("people.unknown", { field: "profileId" });
      const name = `my-data-${ctx.now().today}.zip`;
      void reply.headers(attachment(name, "application/zip"));
      // HEAD takes nothing away.
      if (request.method === "HEAD") return reply.send();
      await turnOf(ctx.account.id, reply.raw);
      const zip = zipOf(ctx, profileId);
      recordDataExport(ctx.db, ctx.by, profileId, ctx.now());
      return reply.send(zip);
    },
  }),
];
