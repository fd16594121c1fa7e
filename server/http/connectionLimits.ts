import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyServerOptions } from "fastify";
import { requestError } from "../errors.ts";
import { refusalOf } from "./refusals.ts";

type RequestErrorCode = Parameters<typeof requestError>[0];

const byCode: Record<string, RequestErrorCode> = {
  HPE_HEADER_OVERFLOW: "request.headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request.too_slow",
};

/** Sends a raw HTTP response, for errors before Fastify has a request, and ends the connection. */
export function refuseConnection(socket: Socket, error: RequestErrorCode): void {
  const { status, code, message } = refusalOf(requestError(error));
  const body = JSON.stringify({ code, message });
  const response = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "X-Content-Type-Options: nosniff",
    "Connection: close",
    "",
    body,
  ];
  if (socket.writable) socket.write(response.join("\r\n"));
  socket.destroySoon();
}

export const clientErrorHandler: FastifyServerOptions["clientErrorHandler"] = (error, socket) => {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  refuseConnection(socket, byCode[error.code] ?? "request.not_http");
};

interface Deadline {
  timer: NodeJS.Timeout;
  patienceMs: number;
  cutOff: () => void;
}
const deadlines = new WeakMap<IncomingMessage, Deadline>();

/** Node's own limit is the same for all requests, but uploading a backup takes longer. */
export function limitArrival(app: FastifyInstance, patienceMs: number): void {
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    const { "content-length": length, "transfer-encoding": chunks } = raw.headers;
    if (!chunks && (!length || length === "0")) return done();
    // A request that a test injects comes over no connection.
    if (!app.server.listening) return done();
    const cutOff = () => {
      if (!raw.complete && !raw.socket.destroyed) refuseConnection(raw.socket, "request.too_slow");
    };
    const timer = setTimeout(cutOff, patienceMs).unref();
    deadlines.set(raw, { timer, patienceMs, cutOff });
    raw.once("close", () => clearTimeout(timer));
    done();
  });
}

/** A request is then cut off only when it is silent for that long. Returns how to end this. */
export function liftDeadline(raw: IncomingMessage): () => void {
  const { timer, patienceMs = 0 } = deadlines.get(raw) ?? {};
  clearTimeout(timer);
  const silent = () => raw.destroy();
  raw.socket.setTimeout(patienceMs, silent);
  return () => void raw.socket.setTimeout(0).off("timeout", silent);
}

/** The least that a weak line brings of a file, in bytes per millisecond. */
const leastPace = 2;

/** A file may take longer than any other request, as long as it arrives like over a weak line. */
export function allowWeakLine(raw: IncomingMessage): void {
  const deadline = deadlines.get(raw);
  if (!deadline) return;
  clearTimeout(deadline.timer);
  let before = raw.socket.bytesRead;
  const look = () => {
    const arrived = raw.socket.bytesRead - before;
    before += arrived;
    if (arrived < leastPace * deadline.patienceMs) deadline.cutOff();
  };
  const pace = setInterval(look, deadline.patienceMs).unref();
  raw.once("close", () => clearInterval(pace));
}

/** How long running requests may take to finish when the server stops, in milliseconds. */
const drainMs = 10_000;

/** Lets running requests finish, but does not wait for connections without one. */
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
