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
import { AppError, toTrpcError, transportError } from "../../errors.ts";
import { type Begun, begin, longAnswer } from "../../http/longResponses.ts";
import { callProcedure } from "../callProcedure.ts";
import { callsIn } from "./parseRequest.ts";

// tRPC's own adapter makes a web Request, Headers and Response of every call, which costs more than
// the call. Queries and mutations in JSON are answered here without; whatever else is asked goes to
// that adapter, before anything was done. A contract test tells the same of both.

type Options<Router extends AnyTRPCRouter> = FastifyHandlerOptions<
  Router,
  FastifyRequest,
  FastifyReply
> & {
  /** What must be done before anything that was read is told. */
  settled?: () => Promise<void> | null;
};
type Call = TRPCRequestInfo["calls"][number];
type CallError = ReturnType<typeof getTRPCErrorFromUnknown>;
/** What a call answers, and as JSON where that is made already; or why it was refused. */
type Outcome = { data: unknown; json?: Part } | { error: CallError };
/** JSON, or of a long list as much as is made in one go. */
type Part = string | Begun;
type Config = AnyTRPCRouter["_def"]["_config"];

/** Answers the calls of a router below the prefix it is registered with. */
export const trpcHttp =
  <Router extends AnyTRPCRouter>(options: Options<Router>): FastifyPluginCallback =>
  (app, _, done) => {
    app.removeContentTypeParser(["application/json", "multipart/form-data"]);
    // Read when a procedure asks for its input.
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
  const info = callsIn(request, options, leaving(request.raw.socket));
  if (!info) {
    const { path } = request.params as { path: string };
    await fastifyRequestHandler({ ...options, req: request, res: reply, path });
    return undefined;
  }
  return answerCalls(options, request, reply, info);
}

const whoLeaves = new WeakMap<Socket, AbortSignal>();

/**
 * Aborted when who asked goes away. One for all calls of a connection, which answers one after the
 * other and lives as long as somebody waits for them.
 */
function leaving(socket: Socket): AbortSignal {
  const known = whoLeaves.get(socket);
  if (known) return known;
  const controller = new AbortController();
  socket.once("close", () => controller.abort());
  whoLeaves.set(socket, controller.signal);
  return controller.signal;
}

/** Makes the calls side by side and puts their answers together. */
async function answerCalls<Router extends AnyTRPCRouter>(
  options: Options<Router>,
  req: FastifyRequest,
  reply: FastifyReply,
  info: TRPCRequestInfo,
): Promise<string | Readable> {
  const { router, onError, responseMeta, settled = () => null } = options;
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
  const outcomeOf = async (call: Call): Promise<Outcome> => {
    const { path, getRawInput, batchIndex = 0 } = call;
    try {
      if (refused) throw refused;
      const { signal } = info;
      const kind = type as Exclude<typeof type, "unknown">;
      const procedure = call.procedure as AnyTRPCProcedure;
      const given = { path, getRawInput, ctx, type: kind, signal, batchIndex };
      const data = await callProcedure(procedure, given);
      // Its first rows are read here, where what SQLite refuses is said of this call.
      return data instanceof Listing ? { data, json: begun(data) } : { data };
    } catch (thrown) {
      const error = getTRPCErrorFromUnknown(thrown);
      tell(error, call);
      return { error };
    }
  };

  const headers = answerHeaders();
  /** The answer's body, once its status and headers stand. */
  const conclude = (answers: Answer[], errors: CallError[], isBatch: boolean) => {
    const paths = info.calls.map(({ path }) => path);
    const data = answers.map(({ response }) => response);
    const meta =
      responseMeta?.({ ctx, info, paths, type, errors, data, eagerGeneration: false }) ?? {};
    headers.add(meta.headers);
    const status = meta.status || getHTTPStatusCode(data);
    const parts = answers.map(({ response, json }) => json ?? textOf(config, response));
    const body = bodyOf(isBatch ? ["[", ...separated(parts), "]"] : parts, settled);
    // JSON already; without a serializer Fastify would add a charset, which JSON does not have.
    headers.put(reply.code(status).serializer(String));
    return body;
  };

  try {
    const outcomes = await Promise.all(info.calls.map(outcomeOf));
    const room = roomFor(info.calls.length);
    const answers = outcomes.map((outcome, index): Answer => {
      if ("error" in outcome) return { response: shape(outcome.error, info.calls[index]) };
      const refuse = (error: CallError) => {
        outcomes[index] = { error };
        return { response: shape(error, info.calls[index]) };
      };
      if (isStream(outcome.data)) {
        const error = transportError(
          "UNSUPPORTED_MEDIA_TYPE",
          "Cannot use stream-like response in non-streaming request - use httpBatchStreamLink",
        );
        if (!info.isBatchCall) throw error;
        return refuse(error);
      }
      const response = { result: { data: outcome.data } };
      const json = outcome.json ?? jsonOf(config, response);
      if (json === null) return { response };
      if (type !== "query" || room.takes(json)) return { response, json };
      return refuse(toTrpcError(new AppError("request.answer_too_large")));
    });
    const errors = outcomes.flatMap((outcome) => ("error" in outcome ? [outcome.error] : []));
    return conclude(answers, errors, info.isBatchCall);
  } catch (thrown) {
    // Not one call failed but what is around them: an answer that JSON has no form for, say.
    const error = getTRPCErrorFromUnknown(thrown);
    tell(error);
    return conclude([{ response: shape(error) }], [error], false);
  }
}

/** A context that cannot be made refuses every call. */
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

/** What an answer of tRPC's is headed with, and what `responseMeta` puts there. */
function answerHeaders() {
  const usual = { vary: "trpc-accept, accept", "content-type": "application/json" };
  // Made only where there is something to add, for then its rules of joining hold.
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

/** A list as far as it is made in one go. */
function begun(list: Listing<unknown>): Part {
  try {
    const { text, rest } = begin(list.pieces());
    const json = `{"result":{"data":${text}`;
    return rest ? { text: json, rest } : `${json}}}`;
  } catch (error) {
    throw toTrpcError(error);
  }
}

/** The bytes of an answer, which its calls share: of a list that is long each has the same part. */
function roomFor(calls: number) {
  let left = mostBytes;
  return {
    takes(json: Part): boolean {
      left -= typeof json === "string" ? Buffer.byteLength(json) : Math.floor(mostBytes / calls);
      return left >= 0;
    },
  };
}

/** An answer as JSON. */
const textOf = (config: Config, response: TRPCResponse): string =>
  JSON.stringify(transformTRPCResponse(config, response));

/** The same; null where JSON has no form for it, which is said when all calls are done. */
function jsonOf(config: Config, response: TRPCResponse): string | null {
  try {
    return textOf(config, response);
  } catch {
    return null;
  }
}

const separated = (parts: readonly Part[]): Part[] =>
  parts.flatMap((part, place) => (place === 0 ? [part] : [",", part]));

/** All parts as one text, or as a stream where a list among them is long. */
function bodyOf(parts: readonly Part[], settled: () => Promise<void> | null): string | Readable {
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
  return longAnswer({ text: "", rest: pieces() }, settled);
}

/** Whether an answer comes bit by bit, which one piece of JSON cannot. */
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
