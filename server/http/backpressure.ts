import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Services } from "../api/procedures.ts";
import { AppError, type ErrorCode } from "../errors.ts";

/** Smaller answers are not watched until they are taken, in bytes. */
export const small = 16_000;
/** What a stream keeps ready for its reader. */
const ofStream = 1_000_000;
/** So many bytes may wait for readers who do not take them: of one caller, and of all. */
const most = { caller: 32_000_000, all: 128_000_000 };

declare module "node:http" {
  interface IncomingMessage {
    /** Whose answers these are: a person, or for nobody signed in a network address. */
    caller?: string;
    /** Bytes of theirs that were charged when they were read. */
    charged?: number;
    /** Bytes of these answers that are in memory. */
    unsent?: number;
  }
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Some clients ask this without a pause, so its bytes are not charged. */
    polled?: boolean;
  }
}

/** The bytes of answers that are in memory: being made, or waiting for who asked to take them. */
export function createUnsent() {
  const ofCallers = new Map<string, number>();
  let ofAll = 0;

  function note({ request: { raw }, raw: response }: FastifyReply, bytes: number): void {
    const { caller } = raw;
    if (caller === undefined) return;
    if (raw.unsent === undefined) response.once("close", () => change(0));
    change(bytes);

    function change(now: number): void {
      const more = now - (raw.unsent ?? 0);
      const left = (ofCallers.get(caller ?? "") ?? 0) + more;
      raw.unsent = now;
      ofAll += more;
      if (left > 0) ofCallers.set(caller ?? "", left);
      else ofCallers.delete(caller ?? "");
    }
  }

  return {
    /** Notes how much of an answer is in memory now; when it is out nothing is. */
    note,
    /** Refuses to begin another one. @throws request.too_many, server.busy */
    admit(caller: string): void {
      if ((ofCallers.get(caller) ?? 0) >= most.caller) throw new AppError("request.too_many");
      if (ofAll >= most.all) throw new AppError("server.busy");
    },
    /** Why an answer cannot wait to be taken; null: it can. */
    refusalOf({ caller = "", unsent = 0 }: IncomingMessage, bytes: number): ErrorCode | null {
      const more = bytes - unsent;
      if ((ofCallers.get(caller) ?? 0) + more > most.caller) return "request.too_many";
      return ofAll + more > most.all ? "server.busy" : null;
    },
  };
}

export type Unsent = ReturnType<typeof createUnsent>;

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
