import type { Socket } from "node:net";
import type { FastifyInstance, FastifyServerOptions } from "fastify";
import { AppError, type ErrorCode, type Refusal, refusalOf } from "./errors.ts";

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
