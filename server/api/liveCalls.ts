import * as z from "zod";
import { beginEventStream } from "../http/eventStream.ts";
import type { LiveEvent } from "../platform/live/live.ts";
import { forPrograms, type Rest, streamAdapter } from "./rest.ts";

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // For nginx, which would otherwise collect the events.
  "x-accel-buffering": "no",
};

/** The topics that programs hear of; screens also hear of others. */
const topics = new Set<string>(["announcement", "fine", "request", "visit", "resync"]);

const textOf = (events: readonly LiveEvent[]) =>
  events
    .filter(({ topic }) => topics.has(topic))
    .map((event) => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");

/** The stream of events. It is not among `restCalls`, because its response has no end. */
export const liveCalls: Rest = forPrograms([
  streamAdapter("GET /live", {
    summary:
      "Server-sent events: what has changed, each with `id`, `topic` (announcement, fine, request, visit, or resync: fetch everything again) and the id `about`. With `Last-Event-ID` what was missed comes first.",
    answer: z.string(),
    admission: { for: "member" },
    streams: "events",
    handle: async ({ live, accountNow }, { method, headers: sent }, reply) => {
      const since = sent["last-event-id"];
      if (method === "HEAD") return reply.headers(headers).send();
      const comment = ":\n\n";
      const { position, missed, stop } = live.listen(
        {
          account: accountNow,
          send: (events) => write(events.length === 0 ? comment : textOf(events)),
          end: () => reply.raw.end(),
        },
        since === undefined ? undefined : String(since),
      );
      reply.raw.once("close", stop);
      const write = beginEventStream(reply, headers);
      // Without data, so it only says where to go on.
      const begin = `retry: 2000\nid: ${position}\n\n`;
      write(since === undefined ? begin : textOf(missed) || comment);
      return reply;
    },
  }),
]);
