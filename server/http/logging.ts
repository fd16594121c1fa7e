import { randomUUID } from "node:crypto";
import {
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from "fastify";
import type { Config } from "../config.ts";

/** Where log lines go: a stream in tests, else standard output. */
export interface LogStream {
  write(line: string): void;
}

declare module "node:http" {
  interface IncomingMessage {
    /** Whether its failure is told elsewhere, once for all. */
    isExpected?: boolean;
  }
}

const completedMessage = "answered";
const tenths = (ms: number) => Math.round(ms * 10) / 10;

const reads = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * One line a request, when it is answered. One that read and got what it asked for is told at `debug`
 * only: screens ask again and again, and their lines would bury what changed and what failed.
 */
class OneLine extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply) {
    const ms = tenths(reply.elapsedTime);
    const isFine = (!error && reply.statusCode < 400) || request.raw.isExpected;
    const isUsual = isFine && reads.has(request.method);
    const line = { req: request, res: reply, ms, ...(error && { err: error }) };
    request.log[isUsual ? "debug" : "info"](line, completedMessage);
  }
}

/**
 * Structured logs without personal data or tokens: a request is its id, method and route pattern,
 * never its address, query, body, headers or caller.
 */
export function logging(level: Config["logLevel"], stream?: LogStream): FastifyServerOptions {
  return {
    genReqId: () => randomUUID(),
    logController: new OneLine(),
    logger: {
      level,
      ...(stream && { stream }),
      base: undefined,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: {
        req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? null }),
        res: (reply) => ({ status: reply.statusCode }),
        err: (error) => ({
          type: error.name,
          code: (error as { code?: string }).code ?? "",
          // The message, of one line or of many, may repeat what a person typed; the places do not.
          message: "",
          stack: placesIn(error.stack ?? "", error.message),
        }),
      },
    },
  };
}

const placesIn = (stack: string, message: string): string =>
  stack
    .replace(message, "")
    .split("\n")
    .filter((line) => /^ {4}at /.test(line))
    .join("\n");
