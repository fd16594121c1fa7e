import type { IncomingMessage } from "node:http";
import type { FastifyReply } from "fastify";
import { AppError, type ErrorCode } from "../../errors.ts";

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
