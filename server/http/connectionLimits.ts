import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyServerOptions } from "fastify";
import { AppError, type ErrorCode, type Refusal, refusalOf } from "../errors.ts";

const byCode: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: "request.headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request.too_slow",
};

const reasons: Record<number, string> = {
  400: "Bad Request",
  408: "Request Timeout",
  417: "Expectation Failed",
  431: "Request Header Fields Too Large",
};

/** An answer written by hand, where there is no request yet to answer. */
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

/** What cannot be understood as HTTP is refused in the same words as everything else. */
export const clientErrorHandler: FastifyServerOptions["clientErrorHandler"] = (error, socket) => {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const code = byCode[error.code] ?? "request.not_http";
  if (socket.writable) socket.write(bare(refusalOf(new AppError(code))));
  socket.destroySoon?.();
};

/** The deadline of each request whose body is still arriving. */
const deadlines = new WeakMap<IncomingMessage, { timer: NodeJS.Timeout; patienceMs: number }>();

/**
 * Cuts off whoever sends a body more slowly than `patienceMs` allows. Node has such a deadline too,
 * but one for all, and a whole building in a backup takes longer to arrive than anything else may.
 */
export function limitArrival(app: FastifyInstance, patienceMs: number): void {
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    const { "content-length": length, "transfer-encoding": chunks } = raw.headers;
    if (!chunks && (!length || length === "0")) return done();
    const cutOff = () => {
      const { socket } = raw;
      if (raw.complete || socket.destroyed) return;
      if (socket.writable) socket.write(bare(refusalOf(new AppError("request.too_slow"))));
      socket.destroySoon();
    };
    const timer = setTimeout(cutOff, patienceMs).unref();
    deadlines.set(raw, { timer, patienceMs });
    raw.once("close", () => clearTimeout(timer));
    done();
  });
}

/**
 * Lifts the deadline of one request; from then on it is cut off only when it falls silent.
 * @returns what ends this watch over its connection
 */
export function liftDeadline(raw: IncomingMessage): () => void {
  const { timer, patienceMs = 0 } = deadlines.get(raw) ?? {};
  clearTimeout(timer);
  const silent = () => raw.destroy();
  raw.socket.setTimeout(patienceMs, silent);
  return () => void raw.socket.setTimeout(0).off("timeout", silent);
}

/** How long calls in progress may take to finish once the server is told to stop, in milliseconds. */
const drainMs = 10_000;

/**
 * Lets calls in progress finish when the server closes, and holds up for nobody else: not for
 * kept-alive connections that fall idle later, nor for those that never asked for anything.
 */
export function drainOnClose(app: FastifyInstance): void {
  const quiet = new Set<Socket>();
  const watch = (socket: Socket) => {
    quiet.add(socket);
    socket.once("data", () => quiet.delete(socket));
    socket.once("close", () => quiet.delete(socket));
  };
  // Over TLS the first bytes ask for nothing yet: the connection is quiet once more inside it.
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
