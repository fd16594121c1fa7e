import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import {
  type AnyTRPCProcedure,
  type AnyTRPCRouter,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  transformTRPCResponse,
} from "@trpc/server";
import { type FastifyHandlerOptions, fastifyRequestHandler } from "@trpc/server/adapters/fastify";
import { getHTTPStatusCode, type TRPCRequestInfo } from "@trpc/server/http";
import type { TRPCResponse } from "@trpc/server/rpc";
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { Listing } from "../../database/list.ts";
import { mostBytes } from "../../database/pagination.ts";
import { requestError } from "../../errors.ts";
import { type Begun, begin, longAnswer } from "../../http/longResponses.ts";
import { toTrpcError } from "../../http/refusals.ts";
import { callProcedure } from "../callProcedure.ts";
import type { Context } from "../procedures.ts";
import { callsIn } from "./parseRequest.ts";
import { answerSubscription } from "./subscription.ts";

// tRPC's own adapter creates a web Request, Headers and Response for every call, which costs more
// than the call. This adapter answers JSON queries, mutations and subscriptions without them, and
// passes on everything else to tRPC's before doing anything. A contract test compares the two.

type Options = FastifyHandlerOptions<AnyTRPCRouter, FastifyRequest, FastifyReply> & {
  maxBatchSize: number;
};
type Call = TRPCRequestInfo["calls"][number];
type CallError = ReturnType<typeof getTRPCErrorFromUnknown>;
/** The result of a call, also as JSON if that exists already, or its error. */
type Outcome = { data: unknown; json?: Part } | { error: CallError };
/** JSON; for a long list only its beginning. */
type Part = string | Begun;
type Config = AnyTRPCRouter["_def"]["_config"];

export const trpcHttp =
  (options: Options): FastifyPluginCallback =>
  (app, _, done) => {
    app.removeContentTypeParser(["application/json", "multipart/form-data"]);
    // Parsed when a procedure asks for its input.
    app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, parsed) =>
      parsed(null, body),
    );
    app.addContentTypeParser("multipart/form-data", (_request, body, parsed) => parsed(null, body));
    app.all("/:path", (request, reply) => answer(options, request, reply));
    done();
  };

async function answer(
  options: Options,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | Readable | undefined> {
  const info = callsIn(request, options, closeSignalOf(request.raw.socket));
  if (!info) {
    const { path } = request.params as { path: string };
    await fastifyRequestHandler({ ...options, req: request, res: reply, path });
    return undefined;
  }
  return answerCalls(options, request, reply, info);
}

const closeSignals = new WeakMap<Socket, AbortSignal>();

/** Aborted when the connection closes. Its calls share one signal: HTTP answers them in order. */
function closeSignalOf(socket: Socket): AbortSignal {
  const known = closeSignals.get(socket);
  if (known) return known;
  const controller = new AbortController();
  socket.once("close", () => controller.abort());
  closeSignals.set(socket, controller.signal);
  return controller.signal;
}

const usualHeaders = { vary: "trpc-accept, accept", "content-type": "application/json" };

async function answerCalls(
  options: Options,
  req: FastifyRequest,
  reply: FastifyReply,
  info: TRPCRequestInfo,
): Promise<string | Readable | undefined> {
  const { router, onError, responseMeta } = options;
  const config = router._def._config;
  const { type } = info;
  const { ctx, refused } = await contextFor(options, req, reply, info);

  const tell = (error: CallError, call?: Call) =>
    onError?.({ error, type, ctx, req, path: call?.path, input: call?.result() });
  const shape = (error: CallError, call?: Call) => ({
    error: getTRPCErrorShape({
      config,
      error,
      type,
      ctx,
      path: call?.path,
      input: call?.result(),
    }),
  });
  const resultOf = ({ path, getRawInput, batchIndex = 0, procedure }: Call): Promise<unknown> => {
    if (refused) throw refused;
    const overHttp = { signal: info.signal, batchIndex };
    const called = procedure as AnyTRPCProcedure;
    return callProcedure(called, path, ctx as Context, getRawInput, overHttp);
  };
  const outcomeOf = async (call: Call): Promise<Outcome> => {
    try {
      const data = await resultOf(call);
      // Reads the first rows here, so that an error of SQLite belongs to this call.
      return data instanceof Listing ? { data, json: begun(data) } : { data };
    } catch (thrown) {
      const error = getTRPCErrorFromUnknown(thrown);
      tell(error, call);
      return { error };
    }
  };

  /** Sets the headers and returns the status that the owner wants. */
  const addMeta = (errors: CallError[], data: TRPCResponse[], eagerGeneration: boolean) => {
    const paths = info.calls.map(({ path }) => path);
    const meta = responseMeta?.({ ctx, info, paths, type, errors, data, eagerGeneration });
    // A plain object, never Headers: see api/trpc.ts.
    void reply.headers({ ...usualHeaders, ...(meta?.headers as Record<string, string>) });
    return meta?.status;
  };
  const [first] = info.calls;
  if (type === "subscription" && first) {
    const status = addMeta([], [], true);
    await answerSubscription(reply, {
      config,
      status,
      signal: info.signal,
      make: async () => (await resultOf(first)) as AsyncIterable<unknown>,
      refuse: (error) => {
        tell(error, first);
        return shape(error, first).error;
      },
    });
    return undefined;
  }
  const conclude = (answers: Answer[], errors: CallError[], isBatch: boolean) => {
    const data = answers.map(({ response }) => response);
    const status = addMeta(errors, data, false) || getHTTPStatusCode(data);
    const parts = answers.map(({ response, json }) => json ?? textOf(config, response));
    const body = bodyOf(isBatch ? ["[", ...separated(parts), "]"] : parts);
    if (type === "query" && isTooLarge(body))
      throw toTrpcError(requestError("request.answer_too_large"));
    // The body is JSON already; without a serializer Fastify would add a charset, which JSON does
    // not have.
    void reply.code(status).serializer(String);
    return body;
  };

  try {
    const outcomes = await Promise.all(info.calls.map(outcomeOf));
    const answers = outcomes.map((outcome, index): Answer => {
      if ("error" in outcome) return { response: shape(outcome.error, info.calls[index]) };
      const { data, ...json } = outcome;
      return { response: { result: { data } }, ...json };
    });
    const errors = outcomes.flatMap((outcome) => ("error" in outcome ? [outcome.error] : []));
    return conclude(answers, errors, info.isBatchCall);
  } catch (thrown) {
    // An error outside the calls, for example a result that cannot be JSON.
    const error = getTRPCErrorFromUnknown(thrown);
    tell(error);
    return conclude([{ response: shape(error) }], [error], false);
  }
}

/** If the context cannot be created, every call fails. */
async function contextFor(
  { createContext }: Options,
  req: FastifyRequest,
  res: FastifyReply,
  info: TRPCRequestInfo,
) {
  try {
    return { ctx: await createContext?.({ req, res, info }) };
  } catch (thrown) {
    return { refused: getTRPCErrorFromUnknown(thrown) };
  }
}

interface Answer {
  response: TRPCResponse;
  json?: Part;
}

function begun(list: Listing<unknown>): Part {
  try {
    const { text, rest } = begin(list.pieces());
    const json = `{"result":{"data":${text}`;
    return rest ? { text: json, rest } : `${json}}}`;
  } catch (error) {
    throw toTrpcError(error);
  }
}

const textOf = (config: Config, response: TRPCResponse): string =>
  JSON.stringify(transformTRPCResponse(config, response));

/** A letter has up to three bytes, so short texts need no counting. A stream is a long list. */
const isTooLarge = (body: string | Readable) =>
  typeof body === "string" && body.length * 3 > mostBytes && Buffer.byteLength(body) > mostBytes;

const separated = (parts: readonly Part[]): Part[] =>
  parts.flatMap((part, place) => (place === 0 ? [part] : [",", part]));

function bodyOf(parts: readonly Part[]): string | Readable {
  const texts = parts.filter((part) => typeof part === "string");
  if (texts.length === parts.length) return texts.join("");
  function* pieces() {
    for (const part of parts)
      if (typeof part === "string") yield part;
      else {
        yield part.text;
        if (part.rest) yield* part.rest;
        yield "}}";
      }
  }
  return longAnswer({ text: "", rest: pieces() });
}
