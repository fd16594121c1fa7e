import type { OutgoingHttpHeaders } from "node:http";
import * as z from "zod";
import { forPrograms, type Rest, streamAdapter } from "./rest.ts";

/** Bytes that a slow client may leave unread. It then has to come back and goes on where it was. */
const mostUnread = 64_000;

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // For nginx, which would otherwise collect the events.
  "x-accel-buffering": "no",
};

/** The stream of events. It is not among `restCalls`, because its response has no end. */
export const liveCalls: Rest = forPrograms([
  streamAdapter("GET /live", {
    summary:
      "Server-sent events: what has changed, each with `id`, `topic` (announcement, fine, request, visit, or resync: fetch everything again) and the id `about`. With `Last-Event-ID` what was missed comes first.",
    answer: z.string(),
    admission: { for: "member" },
    streams: "download",
    handle: async ({ live, accountNow }, { method, headers: sent }, reply) => {
      const { raw } = reply;
      const since = sent["last-event-id"];
      if (method === "HEAD") return reply.headers(headers).send();
      const write = (text: string) => {
        if (!raw.headersSent) {
          // Fastify would wait for the end.
          reply.hijack();
          raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers });
        }
        raw.write(text);
        if (raw.writableLength > mostUnread) raw.destroy();
      };
      const stop = live.listen(
        { account: accountNow, write, end: () => raw.end() },
        since === undefined ? undefined : String(since),
      );
      raw.once("close", stop);
      return reply;
    },
  }),
]);
