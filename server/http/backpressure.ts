import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Services } from "../services.ts";

/** Responses below this size, in bytes, are not tracked while they are being sent. */
export const small = 16_000;
const ofStream = 1_000_000;
const ofPiece = 256_000;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Some clients poll this continuously, so its bytes are not charged. */
    polled?: boolean;
  }
}

/**
 * Charges callers for their responses, and refuses more to slow readers, who would fill the memory.
 * @param patienceMs a connection that accepts no bytes for this long is closed
 */
export function limitUnsent(app: FastifyInstance, services: Services, patienceMs: number): void {
  const { unsent } = services;
  const { sending } = services.rateLimits;
  app.addHook("onSend", ({ raw, routeOptions }, reply, payload, done) => {
    const { caller, charged = 0, unsent: counted = 0 } = raw;
    const isStream = payload instanceof Readable;
    const bytes = isStream ? Math.max(ofStream, counted) : lengthOf(payload);
    const isCharged = !routeOptions.config.polled;
    if (caller === undefined) return done();
    // Gives back the charge for bytes that were read but not sent, because the client has them
    // already.
    if (isCharged && !isStream) sending.charge(caller, bytes - charged);
    if (bytes < small) {
      if (raw.unsent) unsent.note(reply, 0);
      return done();
    }
    const refusal = unsent.refusalOf(raw, bytes);
    if (refusal) {
      if (isStream) payload.destroy();
      // The serializer set for the original payload does not fit the error.
      void reply.serializer(JSON.stringify);
      return done(refusal);
    }
    unsent.note(reply, bytes);
    const { socket } = reply.raw;
    const before = socket?.bytesWritten ?? 0;
    const isJson = String(reply.getHeader("content-type")).includes("json");
    const watch = cutOffStalled(reply, patienceMs);
    reply.raw.once("close", () => {
      clearInterval(watch);
      const written = (socket?.bytesWritten ?? before) - before;
      if (isStream && isJson && isCharged)
        sending.charge(caller, Math.max(0, written - (raw.charged ?? 0)));
    });
    if (Buffer.isBuffer(payload) && bytes > ofPiece) {
      void reply.header("content-length", bytes);
      return done(null, Readable.from(piecesOf(payload), { objectMode: false, highWaterMark: 1 }));
    }
    done();
  });
}

const lengthOf = (payload: unknown): number => {
  if (typeof payload === "string") return Buffer.byteLength(payload);
  return Buffer.isBuffer(payload) ? payload.length : 0;
};

/** Cuts content up, because of a whole one Node does not say how much the client has taken. */
function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += ofPiece) yield content.subarray(at, at + ofPiece);
}

/** The stream of live events is none of those: it does not come by here. */
function cutOffStalled({ raw: { socket } }: FastifyReply, patienceMs: number): NodeJS.Timeout {
  let sent = -1;
  return setInterval(() => {
    const now = socket?.bytesWritten ?? 0;
    if (now === sent) socket?.destroy();
    sent = now;
  }, patienceMs).unref();
}
