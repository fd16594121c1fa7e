import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { versionOf } from "../database/version.ts";
import type { Packing } from "../http/compression.ts";
import { version } from "../platform/installation/paths.ts";
import { isCacheable } from "./procedureByName.ts";
import type { Context } from "./procedures.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Names the answer, if it succeeds; empty where there is no name for it. */
    etag: string;
  }
}

/**
 * Names an answer by everything that it is made of, before it is made: what changes meanwhile makes the
 * answer newer than its tag, which then never matches again. Nobody can guess it, because the database's
 * version is partly random; so who sends it was given the answer.
 */
function tagOf({ db, now, account }: Context, asked: (string | undefined)[]): string {
  const made = [versionOf(db), version, now().today, account?.id, account?.role];
  return `"${hash("sha256", [...made, ...asked].join("\n"), "base64url")}"`;
}

/**
 * Whether the caller, who was admitted, has the answer already (RFC 9110, 13.1.2); the reply is then a
 * 304 without a body. Otherwise the answer gets its tag when it is sent.
 * @param names the procedures that are called, all of which must be cacheable
 * @param packing how the answer is packed
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

/** Tags the answers that succeed: a refusal may be another one the next time. */
export function tagAnswers(app: FastifyInstance): void {
  app.decorateRequest("etag", "");
  app.addHook("onSend", ({ etag }, reply, _payload, done) => {
    if (etag && reply.statusCode === 200) void reply.header("etag", etag);
    done();
  });
}
