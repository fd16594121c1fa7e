import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { AppError } from "../errors.ts";
import type { Services } from "../services.ts";

/** Smaller answers are not watched until they are taken, in bytes. */
export const small = 16_000;
/** What a stream keeps ready for its reader. */
const ofStream = 1_000_000;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Some clients ask this without a pause, so its bytes are not charged. */
    polled?: boolean;
  }
}

/**
 * Charges the bytes of answers to who asked for them, and refuses more of them to who does not read what
 * was sent: else slow readers would fill the memory.
 * @param patienceMs after which an answer nobody takes is cut off
 */
export function limitUnsent(app: FastifyInstance, services: Services, patienceMs: number): void {
  const { unsent } = services;
  const { sending } = services.rateLimits;
  app.addHook("onSend", ({ raw, routeOptions }, reply, payload, done) => {
    const { caller, charged = 0 } = raw;
    const isStream = payload instanceof Readable;
    const bytes = isStream ? Math.max(ofStream, charged) : lengthOf(payload);
    const isCharged = !routeOptions.config.polled;
    if (caller === undefined) return done();
    // What was read and is not sent, for the client has it already, is given back.
    if (isCharged && !isStream) sending.charge(caller, bytes - charged);
    if (bytes < small) {
      if (raw.unsent) unsent.note(reply, 0);
      return done();
    }
    const refusal = unsent.refusalOf(raw, bytes);
    if (refusal) {
      if (isStream) payload.destroy();
      // What was set for the text that is not sent now.
      void reply.serializer(JSON.stringify);
      return done(new AppError(refusal));
    }
    unsent.note(reply, bytes);
    const { socket } = reply.raw;
    const before = socket?.bytesWritten ?? 0;
    const isJson = String(reply.getHeader("content-type")).includes("json");
    const watch = isJson ? cutOffStalled(reply, patienceMs) : undefined;
    reply.raw.once("close", () => {
      clearInterval(watch);
      const written = (socket?.bytesWritten ?? before) - before;
      if (isStream && isJson && isCharged)
        sending.charge(caller, Math.max(0, written - (raw.charged ?? 0)));
    });
    done();
  });
}

const lengthOf = (payload: unknown): number => {
  if (typeof payload === "string") return Buffer.byteLength(payload);
  return Buffer.isBuffer(payload) ? payload.length : 0;
};

/** Ends a connection on which nothing goes out for so long though there is more to send. */
function cutOffStalled({ raw: { socket } }: FastifyReply, patienceMs: number): NodeJS.Timeout {
  let sent = -1;
  return setInterval(() => {
    const now = socket?.bytesWritten ?? 0;
    if (now === sent) socket?.destroy();
    sent = now;
  }, patienceMs).unref();
}
