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
import { getHTTPStatusCode, type ResponseMeta, type TRPCRequestInfo } from "@trpc/server/http";
import type { TRPCResponse } from "@trpc/server/rpc";
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { Listing } from "../../database/list.ts";
import { mostBytes } from "../../database/pagination.ts";
import { requestError } from "../../errors.ts";
import { type Begun, begin, longAnswer } from "../../http/longResponses.ts";
import { toTrpcError, transportError } from "../../http/refusals.ts";
import { callProcedure } from "../callProcedure.ts";
import type { Context } from "../procedures.ts";
import { callsIn } from "./parseRequest.ts";
import { answerSubscription } from "./subscription.ts";

// tRPC's own adapter creates a web Request, Headers and Response for every call, which costs more
// than the call. This adapter answers JSON queries, mutations and subscriptions without them, and
// passes on everything else to tRPC's before doing anything. A contract test compares the two.

type Options<Router extends AnyTRPCRouter> = FastifyHandlerOptions<
  Router,
  FastifyRequest,
  FastifyReply
>;
type Call = TRPCRequestInfo["calls"][number];
type CallError = ReturnType<typeof getTRPCErrorFromUnknown>;
/** The result of a call, also as JSON if that exists already, or its error. */
type Outcome = { data: unknown; json?: Part } | { error: CallError };
/** JSON; for a long list only its beginning. */
type Part = string | Begun;
type Config = AnyTRPCRouter["_def"]["_config"];

export const trpcHttp =
  <Router extends AnyTRPCRouter>(options: Options<Router>): FastifyPluginCallback =>
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

async function answer<Router extends AnyTRPCRouter>(
  options: Options<Router>,
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

async function answerCalls<Router extends AnyTRPCRouter>(
  options: Options<Router>,
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

  const headers = answerHeaders();
  const metaFor = (errors: CallError[], data: TRPCResponse[], eagerGeneration: boolean) => {
    const paths = info.calls.map(({ path }) => path);
    const meta = responseMeta?.({ ctx, info, paths, type, errors, data, eagerGeneration }) ?? {};
    headers.add(meta.headers);
    return meta;
  };
  const [first] = info.calls;
  if (type === "subscription" && first) {
    const { status } = metaFor([], [], true);
    headers.put(reply);
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
    const meta = metaFor(errors, data, false);
    const status = meta.status || getHTTPStatusCode(data);
    const parts = answers.map(({ response, json }) => json ?? textOf(config, response));
    const body = bodyOf(isBatch ? ["[", ...separated(parts), "]"] : parts);
    if (type === "query" && isTooLarge(body))
      throw toTrpcError(requestError("request.answer_too_large"));
    // The body is JSON already; without a serializer Fastify would add a charset, which JSON does
    // not have.
    headers.put(reply.code(status).serializer(String));
    return body;
  };

  try {
    const outcomes = await Promise.all(info.calls.map(outcomeOf));
    const answers = outcomes.map((outcome, index): Answer => {
      if ("error" in outcome) return { response: shape(outcome.error, info.calls[index]) };
      const { data, json } = outcome;
      if (json !== undefined) return { response: { result: { data } }, json };
      if (!isStream(data)) return { response: { result: { data } } };
      const error = transportError(
        "UNSUPPORTED_MEDIA_TYPE",
        "Cannot use stream-like response in non-streaming request - use httpBatchStreamLink",
      );
      if (!info.isBatchCall) throw error;
      outcomes[index] = { error };
      return { response: shape(error, info.calls[index]) };
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
async function contextFor<Router extends AnyTRPCRouter>(
  { createContext }: Options<Router>,
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

function answerHeaders() {
  const usual = { vary: "trpc-accept, accept", "content-type": "application/json" };
  // Created only if needed, because it has rules for joining headers.
  let joined: Headers | undefined;
  return {
    add(more: ResponseMeta["headers"]) {
      if (more instanceof Headers) {
        joined ??= new Headers(usual);
        for (const [name, value] of more) joined.append(name, value);
      } else
        for (const [name, value = []] of Object.entries(more ?? {})) {
          joined ??= new Headers(usual);
          if (typeof value === "string") joined.set(name, value);
          else for (const each of value) joined.append(name, each);
        }
    },
    put(reply: FastifyReply) {
      if (!joined) return void reply.headers(usual);
      for (const [name, value] of joined) void reply.header(name, value);
    },
  };
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

/** Whether a result arrives in parts, which a JSON response cannot contain. */
function isStream(data: unknown): boolean {
  if (!data || typeof data !== "object" || Array.isArray(data) || data instanceof Listing)
    return false;
  return Symbol.asyncIterator in data || Object.values(data).some(isLater);
}

function isLater(value: unknown): boolean {
  if (!value || (typeof value !== "object" && typeof value !== "function")) return false;
  if (typeof value === "object" && Symbol.asyncIterator in value) return true;
  const { then, catch: caught } = value as Partial<Promise<unknown>>;
  return typeof then === "function" && typeof caught === "function";
}
