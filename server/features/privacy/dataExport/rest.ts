import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import * as z from "zod";
import { type Context, isAdmin } from "../../../api/procedures.ts";
import { forPrograms, streamAdapter } from "../../../api/rest.ts";
import type { Reader } from "../../../database/list.ts";
import { authError } from "../../../platform/auth/errors.ts";
import { withoutReadableMetadata } from "../../../platform/files/metadata.ts";
import { attachment } from "../../../platform/files/send.ts";
import { inQueue } from "../../../platform/rateLimit/queue.ts";
import { fullName, knownPerson } from "../../people/service.ts";
import { dataExportOf, dataExportText, recordDataExport } from "./service.ts";

/** A zip with a person's rows as JSON and the files they uploaded. */
function zipOf(ctx: Context, id: string): Readable {
  const { config, now, reader } = ctx;
  const { data, files } = dataExportOf(ctx, id, now());
  const zip = new ZipFile();
  const sent = [...files].map(([storedName, name]) => ({
    name,
    path: join(config.uploads, storedName),
  }));
  const there = sent.filter(({ path }) => existsSync(path));
  const missing = sent.filter((file) => !there.includes(file)).map(({ name }) => name);
  const json = Readable.from(charged(dataExportText({ ...data, missing }), reader));
  zip.addReadStream(json, "data.json", { mtime: new Date(data.madeAt) });
  // Uploaded files are usually compressed already.
  for (const { path, name } of there)
    zip.addReadStreamLazy(name, { compress: false }, streamCleaned(path));
  const out = zip.outputStream as Readable;
  // If a file disappears meanwhile, the download is cut off, so that nobody takes it for complete.
  zip.once("error", (error: Error) => out.destroy(error));
  zip.end();
  return out;
}

/** Reads a file when its turn comes, because pictures are cleaned in memory. */
const streamCleaned =
  (path: string): Parameters<ZipFile["addReadStreamLazy"]>[2] =>
  (read) =>
    void readFile(path).then(
      (content) => read(null, Readable.from([withoutReadableMetadata(content)])),
      (error: Error) => read(error, Readable.from([])),
    );

/** Charges the size before compression, because all of it was read. */
async function* charged(pieces: AsyncIterable<Buffer>, reader: Reader | null) {
  for await (const piece of pieces) {
    reader?.charge(piece.length);
    yield piece;
  }
}

/** Packing the data is costly, so this many exports run at a time for each person who asks. */
const atOnce = 2;

/** Waits for a turn, which lasts until the response is sent. @throws server.busy */
const turnOf = (accountId: string, answer: ServerResponse): Promise<void> =>
  new Promise((begin, refuse) => {
    const answered = () =>
      new Promise<void>((end) => {
        // The client may have disconnected while waiting.
        if (answer.closed) return end();
        answer.once("close", end);
        begin();
      });
    inQueue(`dossier ${accountId}`, atOnce, answered).catch(refuse);
  });

export const rest = forPrograms([
  streamAdapter("GET /profile/:profileId/data", {
    summary:
      "Everything the building keeps about a person, with the files they sent, in one zip. You may download your own; an admin may download anybody's.",
    streams: "download",
    // It has the whole ID number.
    admission: { for: "member", reauthenticate: true },
    answer: z.file(),
    errors: ["auth.not_yours", "people.unknown"],
    handle: async (ctx, request, reply) => {
      const { profileId = "" } = request.params as Record<string, string>;
      const isOwn = profileId === ctx.account.id;
      if (!isOwn && !isAdmin(ctx.account))
        throw authError("auth.not_yours", { field: "profileId" });
      const person = knownPerson(ctx.db, profileId, "profileId");
      const { today } = ctx.now();
      const name = isOwn ? `my-data-${today}.zip` : `${fullName(person)}, data of ${today}.zip`;
      void reply.headers(attachment(name, "application/zip"));
      // HEAD downloads nothing.
      if (request.method === "HEAD") return reply.send();
      await turnOf(ctx.account.id, reply.raw);
      const zip = zipOf(ctx, profileId);
      recordDataExport(ctx.db, ctx.by, profileId, ctx.now());
      return reply.send(zip);
    },
  }),
]);
