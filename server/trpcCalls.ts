import type { TLSSocket } from "node:tls";
import type { AnyTRPCProcedure, AnyTRPCRouter } from "@trpc/server";
import type { HTTPBaseHandlerOptions, TRPCRequestInfo } from "@trpc/server/http";
import type { FastifyRequest } from "fastify";
import { transportError, unreadable } from "./errors.ts";

type Accepted = Pick<
  HTTPBaseHandlerOptions<AnyTRPCRouter, FastifyRequest>,
  "router" | "allowBatching" | "batching" | "maxBatchSize" | "allowMethodOverride"
>;

/**
 * The calls that a request makes, read as tRPC itself reads them; null unless they are queries or
 * mutations in JSON that may all be made.
 * @param signal aborted when who asked goes away
 */
export function callsIn(
  request: FastifyRequest,
  options: Accepted,
  signal: AbortSignal,
): TRPCRequestInfo | null {
  const { router, maxBatchSize = Number.POSITIVE_INFINITY, allowMethodOverride = false } = options;
  const { path } = request.params as { path: string };
  const url = addressOf(request);
  if (!url || path.includes("%") || !isJson(request) || wantsStream(request)) return null;
  if (url.searchParams.has("connectionParams")) return null;

  const isBatchCall = url.searchParams.get("batch") === "1";
  const paths = isBatchCall ? path.split(",") : [path];
  const mayBatch = options.allowBatching ?? options.batching?.enabled ?? true;
  if (isBatchCall && (!mayBatch || paths.length > maxBatchSize)) return null;
  const procedures = paths.map((each) => find(router, each));
  const [type, ...others] = new Set(procedures.map((procedure) => procedure?._def.type));
  if (!type || others.length > 0 || !mayBe(request.method, type, allowMethodOverride)) return null;

  // Read when a procedure asks: one without an input does not mind what stands there.
  let inputs: Record<number, unknown> | undefined;
  const read = () => {
    inputs ??= inputsOf(request, url, router, isBatchCall ? paths.length : null);
    return inputs;
  };
  const calls = paths.map((each, index) => ({
    path: each,
    batchIndex: index,
    procedure: procedures[index] ?? null,
    getRawInput: async () => read()[index],
    result: () => inputs?.[index],
  }));
  return { isBatchCall, accept: null, calls, type, connectionParams: null, signal, url };
}

const find = (router: AnyTRPCRouter, path: string) =>
  router._def.procedures[path] as AnyTRPCProcedure | undefined;

function addressOf({ raw, headers }: FastifyRequest): URL | null {
  const scheme = (raw.socket as Partial<TLSSocket>).encrypted ? "https" : "http";
  try {
    const url = new URL(raw.url ?? "", `${scheme}://${headers.host ?? "localhost"}`);
    return url.username || url.password ? null : url;
  } catch {
    return null;
  }
}

function isJson({ method, headers }: FastifyRequest): boolean {
  const type = headers["content-type"] ?? "";
  if (type.startsWith("application/json")) return true;
  return method === "GET" && !/^(multipart\/form-data|application\/octet-stream)/.test(type);
}

const wantsStream = ({ headers }: FastifyRequest) =>
  headers["trpc-accept"] !== undefined || headers.accept?.includes("application/jsonl");

function mayBe(method: string, type: string, allowMethodOverride: boolean): boolean {
  if (type === "mutation") return method === "POST";
  return type === "query" && (method === "GET" || (method === "POST" && allowMethodOverride));
}

/** The inputs by the place of their call. @param size of a batch; null where there is none */
function inputsOf(
  request: FastifyRequest,
  url: URL,
  router: AnyTRPCRouter,
  size: number | null,
): Record<number, unknown> {
  const { input } = router._def._config.transformer;
  try {
    const isGet = request.method === "GET";
    const text = isGet ? url.searchParams.get("input") : bodyOf(request);
    if (isGet && !text) return {};
    const given: unknown = JSON.parse(text ?? "");
    if (size === null) return [input.deserialize(given)];
    if (!given || typeof given !== "object" || Array.isArray(given))
      throw transportError("BAD_REQUEST", '"input" needs to be an object when doing a batch call');
    const each = given as Record<number, unknown>;
    return Array.from({ length: size }, (_, index) =>
      each[index] === undefined ? undefined : input.deserialize(each[index]),
    );
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** The body as it was sent, without the mark of the byte order that a text may begin with. */
function bodyOf({ body }: FastifyRequest): string {
  const text = typeof body === "string" ? body : "";
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
