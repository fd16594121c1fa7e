import { randomUUID } from "node:crypto";
import {
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from "fastify";
import type { Config } from "../config.ts";

export interface LogStream {
  write(line: string): void;
}

declare module "node:http" {
  interface IncomingMessage {
    /** Whether its failure is logged once elsewhere. */
    isExpected?: boolean;
  }
}

const completedMessage = "answered";
const tenths = (ms: number) => Math.round(ms * 10) / 10;

const reads = new Set(["GET", "HEAD", "OPTIONS"]);

/** Successful reads are logged at `debug`: they would bury the others. */
class OneLine extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply) {
    const ms = tenths(reply.elapsedTime);
    // A client may go on polling after its session ended.
    const isLatePoll = request.routeOptions.config?.polled && reply.statusCode === 401;
    const isFine = (!error && (reply.statusCode < 400 || isLatePoll)) || request.raw.isExpected;
    const isUsual = isFine && reads.has(request.method);
    const line = { req: request, res: reply, ms, ...(error && { err: error }) };
    request.log[isUsual ? "debug" : "info"](line, completedMessage);
  }
}

/** Without personal data: a line has id, method and route pattern, never address or body. */
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
          // The message may repeat what a person typed; the stack's places in the code do not.
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
