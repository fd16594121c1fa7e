import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { versionOf } from "../database/version.ts";
import type { Packing } from "../http/compression.ts";
import { version } from "../platform/installation/paths.ts";
import { isCacheable } from "./procedureByName.ts";
import type { Context } from "./procedures.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The ETag of a successful response; empty for none. */
    etag: string;
  }
}

/** It cannot be guessed, because the database's version is partly random. */
function tagOf({ db, now, account }: Context, asked: (string | undefined)[]): string {
  const made = [versionOf(db), version, now().today, account?.id, account?.role];
  return `"${hash("sha256", [...made, ...asked].join("\n"), "base64url")}"`;
}

/**
 * Whether the admitted caller has the response already (RFC 9110, 13.1.2). Then the reply becomes a
 * 304; otherwise the response will get the tag.
 * @param names the called procedures, which must all be cacheable
 */
export function isNotModified(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  names: readonly string[],
  packing: Packing | null = null,
): boolean {
  if (request.method !== "GET" || !ctx.account || !names.every(isCacheable)) return false;
  const etag = tagOf(ctx, [request.raw.url, packing ?? ""]);
  request.etag = etag;
  if (!request.headers["if-none-match"]?.includes(etag)) return false;
  void reply.code(304).header("etag", etag);
  return true;
}

/** Adds the tag to successful responses only, because an error may be different next time. */
export function tagAnswers(app: FastifyInstance): void {
  app.decorateRequest("etag", "");
  app.addHook("onSend", ({ etag }, reply, _payload, done) => {
    if (etag && reply.statusCode === 200) void reply.header("etag", etag);
    done();
  });
}
