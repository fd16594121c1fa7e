import { type AnyTRPCRouter, getTRPCErrorFromUnknown, isTrackedEnvelope } from "@trpc/server";
import type { FastifyReply } from "fastify";
import { beginEventStream } from "../../http/eventStream.ts";

interface ServerSentEvent {
  event?: string;
  data: string;
  id?: string;
}

/** In the spelling of tRPC, to the letter. */
const textOf = ({ event, data, id }: ServerSentEvent): string =>
  [event && `event: ${event}\n`, `data: ${data}\n`, id && `id: ${id}\n`, "\n\n"].join("");

const headers = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  // For nginx, which would otherwise collect the events.
  "x-accel-buffering": "no",
  connection: "keep-alive",
};

interface Answer {
  config: AnyTRPCRouter["_def"]["_config"];
  status: number | undefined;
  /** Makes the call: what it yields is sent. */
  make: () => Promise<AsyncIterable<unknown>>;
  /** Tells of an error, and returns it as clients get it. */
  refuse: (error: ReturnType<typeof getTRPCErrorFromUnknown>) => unknown;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
}

/**
 * Answers a subscription with server-sent events. tRPC's own adapter needs 110 kB of memory for each
 * and milliseconds for each event.
 */
export async function answerSubscription(
  reply: FastifyReply,
  { config, status, make, refuse, signal }: Answer,
): Promise<void> {
  const { sse, transformer } = config;
  const { output } = transformer;
  const write = beginEventStream(reply, headers, status);
  const send = (event: ServerSentEvent) => write(textOf(event));
  const sendData = (value: unknown) => {
    const [id, data] = isTrackedEnvelope(value) ? value : [undefined, value];
    send({ data: JSON.stringify(output.serialize(data)), ...(id !== undefined && { id }) });
  };
  send({ event: "connected", data: JSON.stringify(sse?.client ?? {}) });
  const ping = sse?.ping?.enabled
    ? setInterval(() => send({ event: "ping", data: "" }), sse.ping.intervalMs)
    : undefined;
  try {
    for await (const value of await make()) sendData(value);
    send({ event: "return", data: "" });
  } catch (thrown) {
    if (signal.aborted) return;
    const refusal = refuse(getTRPCErrorFromUnknown(thrown));
    send({ event: "serialized-error", data: JSON.stringify(output.serialize(refusal)) });
  } finally {
    clearInterval(ping);
    reply.raw.end();
  }
}
