import type { AnyTRPCProcedure, AnyTRPCRouter } from "@trpc/server";
import type { TRPCRequestInfo } from "@trpc/server/http";
import type { FastifyRequest } from "fastify";
import { badRequest, unreadable } from "../../http/refusals.ts";

/** The calls as tRPC parses them; null unless they are valid JSON calls or a subscription. */
export function callsIn(
  request: FastifyRequest,
  { router, maxBatchSize }: { router: AnyTRPCRouter; maxBatchSize: number },
  signal: AbortSignal,
): TRPCRequestInfo | null {
  const { path } = request.params as { path: string };
  const query = queryOf(request);
  if (!query || !isJson(request) || wantsStream(request)) return null;
  if (query.has("connectionParams")) return null;

  const isBatchCall = query.get("batch") === "1";
  const paths = isBatchCall ? path.split(",") : [path];
  if (isBatchCall && paths.length > maxBatchSize) return null;
  const procedures = paths.map((each) => find(router, each));
  const type = procedures[0]?._def.type;
  if (!type || procedures.some((procedure) => procedure?._def.type !== type)) return null;
  if (!mayBe(request.method, type)) return null;
  if (type === "subscription" && isBatchCall) return null;

  // Parsed on demand: a procedure without input ignores invalid input.
  let inputs: Record<number, unknown> | undefined;
  const read = () => {
    inputs ??= inputsOf(request, query, router, isBatchCall ? paths.length : null);
    return inputs;
  };
  const calls = paths.map((each, index) => ({
    path: each,
    batchIndex: index,
    procedure: procedures[index] ?? null,
    getRawInput: async () => {
      const input = read()[index];
      return type === "subscription" ? goingOn(request, query, input) : input;
    },
    result: () => inputs?.[index],
  }));
  // Nobody reads the address, so it is not parsed.
  return { isBatchCall, calls, accept: null, type, connectionParams: null, signal, url: null };
}

/** Adds the id of the last event that a browser heard before it connected again. */
function goingOn({ headers }: FastifyRequest, query: URLSearchParams, input: unknown): unknown {
  const lastEventId =
    headers["last-event-id"] ?? query.get("lastEventId") ?? query.get("Last-Event-Id");
  if (!lastEventId || (input !== undefined && input !== null && typeof input !== "object"))
    return input;
  return { ...input, lastEventId };
}

const find = (router: AnyTRPCRouter, path: string) =>
  router._def.procedures[path] as AnyTRPCProcedure | undefined;

/** The query of an address in the usual form; else null. */
function queryOf({ raw }: FastifyRequest): URLSearchParams | null {
  const found = /^\/[\w.,/-]+(?:\?([^#]*))?$/.exec(raw.url ?? "");
  return found && new URLSearchParams(found[1]);
}

function isJson({ method, headers }: FastifyRequest): boolean {
  const type = headers["content-type"] ?? "";
  if (type.startsWith("application/json")) return true;
  return method === "GET" && !/^(multipart\/form-data|application\/octet-stream)/.test(type);
}

const wantsStream = ({ headers }: FastifyRequest) =>
  headers["trpc-accept"] !== undefined || headers.accept?.includes("application/jsonl");

/** Queries with a secret as input use POST, so that the secret is not in an address. */
const mayBe = (method: string, type: string): boolean =>
  method === "POST" ? type !== "subscription" : method === "GET" && type !== "mutation";

/** The inputs by the index of their call. @param size the calls in a batch; null without one */
function inputsOf(
  request: FastifyRequest,
  query: URLSearchParams,
  router: AnyTRPCRouter,
  size: number | null,
): Record<number, unknown> {
  const { input } = router._def._config.transformer;
  try {
    const isGet = request.method === "GET";
    const text = isGet ? query.get("input") : bodyOf(request);
    if (isGet && !text) return {};
    const given: unknown = JSON.parse(text ?? "");
    if (size === null) return [input.deserialize(given)];
    if (!given || typeof given !== "object" || Array.isArray(given))
      throw badRequest('"input" needs to be an object when doing a batch call');
    const each = given as Record<number, unknown>;
    return Array.from({ length: size }, (_, index) =>
      each[index] === undefined ? undefined : input.deserialize(each[index]),
    );
  } catch (cause) {
    throw unreadable(cause);
  }
}

function bodyOf({ body }: FastifyRequest): string {
  const text = typeof body === "string" ? body : "";
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
