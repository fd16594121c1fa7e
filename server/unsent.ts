import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { AppError } from "./errors.ts";
import type { House } from "./trpc.ts";

/** Smaller answers are not watched until they are taken, in bytes. */
const small = 16_000;
/** What a stream keeps ready for its reader. */
const ofStream = 1_000_000;
/** So many bytes may wait for readers who do not take them: of one caller, and of all. */
const most = { caller: 32_000_000, all: 128_000_000 };

declare module "node:http" {
  interface IncomingMessage {
    /** Whose answers these are: a person, or for nobody signed in a network address. */
    caller?: string;
  }
}

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
export function limitUnsent(app: FastifyInstance, { paces }: House, patienceMs: number): void {
  const unsent = new Map<string, number>();
  let all = 0;
  const hold = (caller: string, bytes: number) => {
    const held = (unsent.get(caller) ?? 0) + bytes;
    all += bytes;
    if (held > 0) unsent.set(caller, held);
    else unsent.delete(caller);
  };

  app.addHook("onSend", ({ raw: { caller }, routeOptions }, reply, payload, done) => {
    const isStream = payload instanceof Readable;
    const bytes = isStream ? ofStream : lengthOf(payload);
    const isCharged = !routeOptions.config.polled;
    if (caller === undefined || bytes === 0) return done();
    if (isCharged && !isStream) paces.sending.charge(caller, bytes);
    if (bytes < small) return done();
    const isCallers = (unsent.get(caller) ?? 0) + bytes > most.caller;
    if (isCallers || all + bytes > most.all) {
      if (isStream) payload.destroy();
      // What was set for the text that is not sent now.
      void reply.serializer(JSON.stringify);
      return done(new AppError(isCallers ? "request.too_many" : "server.busy"));
    }
    hold(caller, bytes);
    const { socket } = reply.raw;
    const before = socket?.bytesWritten ?? 0;
    const isJson = String(reply.getHeader("content-type")).includes("json");
    const watch = isJson ? cutOffStalled(reply, patienceMs) : undefined;
    reply.raw.once("close", () => {
      clearInterval(watch);
      hold(caller, -bytes);
      if (isStream && isJson && isCharged)
        paces.sending.charge(caller, (socket?.bytesWritten ?? before) - before);
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
