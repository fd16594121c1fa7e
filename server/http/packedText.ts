import { hash } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isKnown, packingFor } from "./compression.ts";

export const packText = (text: string) => ({
  br: brotliCompressSync(text),
  gzip: gzipSync(text),
  identity: text,
  digest: hash("sha256", text, "base64url"),
});

export type PackedText = ReturnType<typeof packText>;

/** Answers with the text as the client unpacks it, or with a 304 if it has the text already. */
export function sendPacked(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  type: string,
  packed: PackedText,
): FastifyReply {
  const packing = packingFor(headers["accept-encoding"]) ?? "identity";
  const etag = `"${packed.digest}-${packing}"`;
  void reply.headers({ etag, "cache-control": "no-cache", vary: "accept-encoding" });
  if (isKnown(headers["if-none-match"], etag)) return reply.code(304).send();
  if (packing !== "identity") void reply.header("content-encoding", packing);
  return reply.type(type).send(packed[packing]);
}
