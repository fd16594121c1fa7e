import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyServerOptions } from "fastify";
import { requestError } from "../errors.ts";
import { type Refusal, refusalOf } from "./refusals.ts";

const byCode: Record<string, Parameters<typeof requestError>[0]> = {
  HPE_HEADER_OVERFLOW: "request.headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request.too_slow",
};

const reasons: Record<number, string> = {
  400: "Bad Request",
  408: "Request Timeout",
  417: "Expectation Failed",
  431: "Request Header Fields Too Large",
};

/** A raw HTTP response, for errors before Fastify has a request. */
function bare({ status, code, message }: Refusal): string {
  const body = JSON.stringify({ code, message });
  return [
    `HTTP/1.1 ${status} ${reasons[status] ?? ""}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "X-Content-Type-Options: nosniff",
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}

/** Refuses invalid HTTP with an error in the same form as all others. */
export const clientErrorHandler: FastifyServerOptions["clientErrorHandler"] = (error, socket) => {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const code = byCode[error.code] ?? "request.not_http";
  if (socket.writable) socket.write(bare(refusalOf(requestError(code))));
  socket.destroySoon?.();
};

/** The deadlines of requests whose bodies are still arriving. */
const deadlines = new WeakMap<IncomingMessage, { timer: NodeJS.Timeout; patienceMs: number }>();

/**
 * Closes connections whose request body takes longer than `patienceMs`. Node's own limit is the
 * same for all requests, but uploading a backup of a whole building takes longer than any other
 * request may.
 */
export function limitArrival(app: FastifyInstance, patienceMs: number): void {
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    const { "content-length": length, "transfer-encoding": chunks } = raw.headers;
    if (!chunks && (!length || length === "0")) return done();
    const cutOff = () => {
      const { socket } = raw;
      if (raw.complete || socket.destroyed) return;
      if (socket.writable) socket.write(bare(refusalOf(requestError("request.too_slow"))));
      socket.destroySoon();
    };
    const timer = setTimeout(cutOff, patienceMs).unref();
    deadlines.set(raw, { timer, patienceMs });
    raw.once("close", () => clearTimeout(timer));
    done();
  });
}

/**
 * Removes the deadline of one request, which is then only cut off when it sends nothing for that
 * long.
 * @returns a function that ends this watch on the connection
 */
export function liftDeadline(raw: IncomingMessage): () => void {
  const { timer, patienceMs = 0 } = deadlines.get(raw) ?? {};
  clearTimeout(timer);
  const silent = () => raw.destroy();
  raw.socket.setTimeout(patienceMs, silent);
  return () => void raw.socket.setTimeout(0).off("timeout", silent);
}

/** How long running requests may take to finish when the server stops, in milliseconds. */
const drainMs = 10_000;

/**
 * Lets running requests finish when the server closes. It does not wait for idle kept-alive
 * connections or for connections that never sent a request.
 */
export function drainOnClose(app: FastifyInstance): void {
  const quiet = new Set<Socket>();
  const watch = (socket: Socket) => {
    quiet.add(socket);
    socket.once("data", () => quiet.delete(socket));
    socket.once("close", () => quiet.delete(socket));
  };
  // With TLS the first bytes are no request yet, so the secure connection is tracked again.
  app.server.on("connection", watch).on("secureConnection", watch);
  app.addHook("preClose", async () => {
    const closeQuiet = () => {
      app.server.closeIdleConnections();
      for (const socket of quiet) socket.destroy();
    };
    const idle = setInterval(closeQuiet, 50);
    const patience = setTimeout(() => app.server.closeAllConnections(), drainMs);
    app.server.once("close", () => {
      clearInterval(idle);
      clearTimeout(patience);
    });
  });
}
