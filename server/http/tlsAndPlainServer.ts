import { createServer as createPlain, type Server } from "node:http";
import { createServer as createSecure } from "node:https";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { FastifyRequest, FastifyServerOptions } from "fastify";
import type { Certificates } from "../platform/https/currentPair.ts";
import type { Pair } from "../platform/https/pair.ts";

/** The first byte of a TLS connection (RFC 8446 5.1, "handshake"). No HTTP method has it. */
const tlsByte = 0x16;

const inTls = ({ cert, key }: Pair) => ({ cert, key });

const addressOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

/**
 * A server for HTTPS and plain HTTP on one port, so that old bookmarks still lead somewhere. The
 * first byte decides.
 * @param patienceMs the limit for the first byte, and for the TLS handshake
 */
export const tlsAndPlainServer =
  (
    certificates: Certificates,
    patienceMs = 15_000,
  ): NonNullable<FastifyServerOptions["serverFactory"]> =>
  (handler, options) => {
    const { http, keepAliveTimeout, connectionTimeout } = options as FastifyServerOptions & {
      http: object;
    };
    const tls = { ...inTls(certificates.pair()), handshakeTimeout: patienceMs };
    const secure = createSecure({ ...http, ...tls }, handler);
    const plain = createPlain(http, handler);
    for (const server of [secure, plain])
      Object.assign(server, { requestTimeout: 0, keepAliveTimeout }).setTimeout(
        connectionTimeout ?? 0,
      );

    const beginTls = secure.listeners("connection") as ((socket: Socket) => void)[];
    const shaking = new Map<string, Socket>();
    secure.removeAllListeners("connection").on("connection", (socket: Socket) => {
      const giveUp = () => socket.destroy();
      const patience = setTimeout(giveUp, patienceMs);
      socket.setNoDelay(true);
      socket.on("error", giveUp).once("close", () => clearTimeout(patience));
      socket.once("data", (chunk: Buffer) => {
        clearTimeout(patience);
        socket.pause();
        socket.unshift(chunk);
        if (chunk[0] === tlsByte) {
          const address = addressOf(socket);
          shaking.set(address, socket);
          socket.once("close", () => shaking.delete(address));
          for (const begin of beginTls) begin.call(secure, socket);
        } else {
          // As in a plain HTTP server, a client may end its side and still get the response.
          socket.allowHalfOpen = true;
          plain.emit("connection", socket);
          socket.resume();
        }
      });
    });
    secure.on("secureConnection", (socket) => shaking.delete(addressOf(socket)));
    // No error can be sent after a failed handshake; Node would wait for one.
    secure.removeAllListeners("tlsClientError");
    secure.on("tlsClientError", (_, socket) => socket.destroy());

    // This server does not listen, but the event starts its checks for slow requests.
    plain.emit("listening");
    for (const event of ["clientError", "checkExpectation"])
      plain.on(event, (...all) => void secure.emit(event, ...all));
    const closeIdle = secure.closeIdleConnections.bind(secure);
    secure.closeIdleConnections = () => {
      closeIdle();
      plain.closeIdleConnections();
      for (const socket of shaking.values()) socket.destroy();
    };
    const closeAll = secure.closeAllConnections.bind(secure);
    secure.closeAllConnections = () => {
      closeAll();
      plain.closeAllConnections();
    };

    const stop = certificates.onRenewed((pair) => secure.setSecureContext(inTls(pair)));
    secure.once("close", () => {
      stop();
      plain.close();
    });
    return secure as unknown as Server;
  };

export const isEncrypted = (request: FastifyRequest): boolean =>
  (request.raw.socket as Partial<TLSSocket>).encrypted === true;
