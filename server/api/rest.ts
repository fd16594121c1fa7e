import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { AnyTRPCProcedure, inferProcedureInput, inferProcedureOutput } from "@trpc/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { inChunks } from "../database/chunks.ts";
import { Listing } from "../database/list.ts";
import type { ErrorCode } from "../errors.ts";
import { packingFor } from "../http/compression.ts";
import { begin, longAnswer } from "../http/longResponses.ts";
import type { SignedIn } from "../platform/auth/sessions/sessions.ts";
import type { Personal } from "../platform/privacy/personal.ts";
import { callProcedure } from "./callProcedure.ts";
import type { Once } from "./duplicateRequests.ts";
import {
  type Admission,
  admissionOf,
  type Context,
  reauthenticate,
  withoutPassword,
} from "./procedures.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** `"/fine/:fineId/update"` → `"fineId"`. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The part of a caller that the choice of the procedure may depend on. */
type Caller = Pick<NonNullable<Context["account"]>, "role"> | null;

type RowOf<Out> = Out extends { rows: (infer Row)[] } ? Row : never;

interface Options<
  Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Procedure extends AnyTRPCProcedure,
  ForAdmins extends AnyTRPCProcedure,
> extends Pick<Row, "summary" | "answer" | "polled" | "creates" | "errors">,
    Partial<Pick<Row, "status" | "names" | "refusals">> {
  query?: Query;
  body?: Body;
  procedure: Procedure;
  /** The procedure that admins call instead, if a path serves them too. */
  forAdmins?: ForAdmins;
  input?: (wire: {
    params: Record<ParamNames<Path>, string>;
    query: z.output<Query>;
    body: z.output<Body>;
  }) => inferProcedureInput<Procedure> & inferProcedureInput<ForAdmins>;
  output?: (out: inferProcedureOutput<Procedure | ForAdmins>) => unknown;
  /** For lists, instead of `output`: a row with the wire's names. The list is whole. */
  row?: (row: RowOf<inferProcedureOutput<Procedure | ForAdmins>>) => { id: string };
}

/** @param once creates something once */
type Handle<Ctx> = (
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  once: Once,
) => Promise<unknown>;

/** One call of the REST contract, ready to mount. */
export interface Row {
  method: Method;
  path: string;
  /** One sentence for the API's page. */
  summary: string;
  query?: z.ZodType | undefined;
  body?: z.ZodType | undefined;
  /** The response, with the wire's names. */
  answer: z.ZodType;
  status: 200 | 201;
  /** The wire's names by our field names, for errors about fields. */
  names: Record<string, string>;
  /** Errors that have another code here. */
  refusals: Partial<Record<ErrorCode, ErrorCode>>;
  /** The roles that may call it: from the procedure, or for a stream from its own row. */
  admission: (who: Caller) => Admission;
  /** The procedure for this role; null for streams. */
  procedure: ((who: Caller) => AnyTRPCProcedure) | null;
  /**
   * A call that creates something, which a double click must not create twice. On the paths of
   * announced visits, notices, and notes and photos of requests every call counts.
   */
  creates?: true | undefined;
  /** Possible errors besides those that all calls of its kind have. */
  errors?: ErrorCode[] | undefined;
  /** A multipart request, or as response a file or events without an end. */
  streams?: "upload" | "download" | "events";
  /** For uploads: additional text fields. */
  parts?: string[];
  polled?: boolean;
  /** The words for an error whose own message leaves a place for them. */
  messages?: Partial<Record<ErrorCode, string>>;
  /** For uploads of files that are about people: what they get of them, and what is erased. */
  personal?: Personal | undefined;
  handle: Handle<Context>;
}

export interface Rest {
  prefix: string;
  /** Whether residents and staff may continue with a password that somebody else chose for them. */
  acceptsFirstPassword: boolean;
  rows: readonly Row[];
}

export const restBelow = (prefix: string, rows: readonly Row[]): Rest => ({
  prefix,
  acceptsFirstPassword: false,
  rows,
});

/** Other clients call these paths, and they have no screen to choose a password. */
export const forPrograms = (rows: readonly Row[]): Rest => ({
  prefix: "/api/property",
  acceptsFirstPassword: true,
  rows,
});

export function adapter<
  const Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Procedure extends AnyTRPCProcedure,
  ForAdmins extends AnyTRPCProcedure = Procedure,
>(address: `${Method} ${Path}`, options: Options<Path, Query, Body, Procedure, ForAdmins>): Row {
  type Out = inferProcedureOutput<Procedure | ForAdmins>;
  const { procedure, forAdmins, input, output, row, ...described } = options;
  const { query, body, creates, polled } = described;
  const procedureFor = (who: Caller) =>
    (who?.role === "Admin" ? forAdmins : undefined) ?? procedure;
  const packed = polled ? packedJson() : null;
  return {
    ...split(address),
    status: 200,
    names: {},
    refusals: {},
    ...described,
    procedure: procedureFor,
    admission: (who) => admissionOf(procedureFor(who)),
    handle: async (ctx, request, reply, once) => {
      const called = procedureFor(ctx.account);
      const wire = input?.({
        params: request.params as Record<ParamNames<Path>, string>,
        query: parse(query, request.query) as z.output<Query>,
        body: parse(body, request.body) as z.output<Body>,
      });
      const given = row ? { ...wire, limit: "all" } : wire;
      const read = async () => given;
      // The password is checked before looking for an earlier response.
      if (creates) {
        await reauthenticate(admissionOf(called), ctx, given);
        return once(meaningOf(called, withoutPassword(given)), async (by) => {
          const madeBy = by === ctx.by ? ctx : { ...ctx, by };
          const made = await callProcedure(called, address, madeBy, read);
          return (output ? output(made as Out) : made) as { id: string };
        });
      }
      const out = await callProcedure(called, address, ctx, read);
      if (row && out instanceof Listing) {
        void reply.type("application/json; charset=utf-8");
        return sentRows(out, row, reply);
      }
      const payload = output ? output(out as Out) : out;
      return packed ? packed(payload, request, reply) : payload;
    },
  };
}

const gzipped = promisify<string, Buffer>(gzip);
const onlyGzip = new Set(["gzip"] as const);
export const packingOf = ({ headers }: FastifyRequest) =>
  packingFor(headers["accept-encoding"], onlyGzip);

/** Devices may store polled responses, but must revalidate them each time. */
export const polledHeaders = { "cache-control": "private, no-cache", vary: "accept-encoding" };

/** A polled response rarely changes, so its compressed text is cached. */
function packedJson() {
  let last: { text: string; packed: Promise<Buffer> } | null = null;
  return async (payload: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const text = JSON.stringify(payload);
    void reply.type("application/json; charset=utf-8").headers(polledHeaders);
    if (!packingOf(request)) return text;
    if (last?.text !== text) last = { text, packed: gzipped(text) };
    void reply.header("content-encoding", "gzip");
    return last.packed;
  };
}

/** Sends a list as a plain array, which has no place for a cursor. */
async function sentRows<Row>(
  list: Listing<Row>,
  toWire: (row: Row) => { id: string },
  reply: FastifyReply,
): Promise<string | Readable> {
  const begun = begin(list.rowsAs(toWire));
  if (!begun.rest) return begun.text;
  const leftOut = await inChunks(list.leftOut(toWire));
  if (leftOut > 0) void reply.header("x-stoep-left-out", leftOut);
  return longAnswer(begun);
}

function meaningOf(procedure: AnyTRPCProcedure, input: unknown): unknown {
  const { inputs } = procedure._def as unknown as { inputs: (z.ZodType | undefined)[] };
  return parse(inputs[0], input);
}

export interface SignedInContext extends Context {
  account: SignedIn;
}

interface StreamOptions
  extends Pick<Row, "summary" | "query" | "parts" | "answer" | "creates" | "errors">,
    Pick<Row, "messages" | "personal">,
    Partial<Pick<Row, "status">> {
  admission: Admission & { for: Exclude<Admission["for"], "public"> };
  streams: "upload" | "download" | "events";
  handle: Handle<SignedInContext>;
}

const streamRow = (
  address: `${Method} ${string}`,
  row: Omit<Row, keyof typeof noAdapter | "method" | "path"> & Partial<Pick<Row, "status">>,
): Row => ({ ...split(address), ...noAdapter, ...row });
const noAdapter = { status: 200 as const, names: {}, refusals: {}, procedure: null };

export function streamAdapter(address: `${Method} ${string}`, options: StreamOptions): Row {
  const { admission, handle, ...others } = options;
  return streamRow(address, {
    ...others,
    admission: () => admission,
    handle: async (ctx, request, reply, once) => {
      await reauthenticate(admission, ctx, undefined);
      return handle(ctx as SignedInContext, request, reply, once);
    },
  });
}

type PublicFile = Pick<StreamOptions, "summary" | "answer" | "errors"> & Pick<Row, "handle">;

export const publicFile = (address: `GET ${string}`, options: PublicFile): Row =>
  streamRow(address, {
    ...options,
    streams: "download",
    admission: () => ({ for: "public" }),
  });

function split(address: string): { method: Method; path: string } {
  const [method = "", path = ""] = address.split(" ");
  return { method: method as Method, path };
}

const parse = (schema: z.ZodType | undefined, value: unknown): unknown =>
  schema ? schema.parse(value) : undefined;

export const refusal = z.object({
  message: z.string(),
  code: z.string(),
  field: z.string().optional(),
});

export const done = z.strictObject({ message: z.string() });
