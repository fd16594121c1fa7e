import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";

/**
 * Bytes that a slow client may leave unread. It then has to come back and goes on where it was.
 * Twice what the most missed events are, because Node counts what was only just written as unread
 * too, however fast the client is.
 */
const mostUnread = 512_000;

/**
 * Begins a response of server-sent events.
 * @param headers those beside the reply's own
 * @returns how to write to it
 */
export function beginEventStream(
  reply: FastifyReply,
  headers: OutgoingHttpHeaders,
  status = 200,
): (text: string) => void {
  const { raw } = reply;
  // Fastify would wait for the end.
  reply.hijack();
  raw.writeHead(status, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers });
  return (text) => {
    raw.write(text);
    if (raw.writableLength > mostUnread) raw.destroy();
  };
}
