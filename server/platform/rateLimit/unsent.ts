import type { IncomingMessage } from "node:http";
import type { FastifyReply } from "fastify";
import { type AppError, requestError } from "../../errors.ts";

/** The most bytes of responses that may wait for slow readers, per caller and in total. */
const most = { caller: 32_000_000, all: 128_000_000 };

declare module "node:http" {
  interface IncomingMessage {
    /** The receiver of the response: a person, or a network address if nobody is signed in. */
    caller?: string;
    /** Bytes of responses that were charged when they were read. */
    charged?: number;
    /** Bytes of this request's response that are in memory. */
    unsent?: number;
  }
}

/** Counts the bytes of responses in memory, while they are produced or wait for the client. */
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

  /** Why a response may not wait for the client, or null. */
  function refusalOf({ caller = "", unsent = 0 }: IncomingMessage, bytes: number): AppError | null {
    const more = bytes - unsent;
    if ((ofCallers.get(caller) ?? 0) + more > most.caller) return requestError("request.too_many");
    return ofAll + more > most.all ? requestError("server.busy") : null;
  }

  return {
    refusalOf,
    /** Counts a file before it is read into memory. @throws request.too_many, server.busy */
    hold(reply: FastifyReply, bytes: number): void {
      const refusal = refusalOf(reply.request.raw, bytes);
      if (refusal) throw refusal;
      note(reply, bytes);
    },
    /** Records how many bytes of a response are in memory. When it is sent, this becomes 0. */
    note,
    /** Checks the limits before a response begins. @throws request.too_many, server.busy */
    admit(caller: string): void {
      if ((ofCallers.get(caller) ?? 0) >= most.caller) throw requestError("request.too_many");
      if (ofAll >= most.all) throw requestError("server.busy");
    },
  };
}

export type Unsent = ReturnType<typeof createUnsent>;
