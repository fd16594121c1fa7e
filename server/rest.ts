import type { AnyTRPCProcedure } from "@trpc/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { contextOf } from "./context.ts";
import { AppError, refusalOf } from "./errors.ts";
import { Listing, type Spelling } from "./listing.ts";
import { perform } from "./perform.ts";
import type { Role } from "./platform/auth/schema.ts";
import { type Api, appRouter } from "./router.ts";
import { admits, type Context, type House, type Meta } from "./trpc.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** `"/fine/:fineId/update"` → `"fineId"`. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Any procedure as the caller offers it. */
type Procedure<In, Out> = (input: In) => Promise<Out>;

type Who = Context["account"];
/** All of a caller that may decide which procedure it is. */
type Caller = Pick<NonNullable<Who>, "role"> | null;

interface Options<Path extends string, Query extends z.ZodType, Body extends z.ZodType, In, Out> {
  /** One sentence for the API's page. */
  summary: string;
  query?: Query;
  body?: Body;
  /** What is answered, in wire spelling. */
  answer: z.ZodType;
  status?: 200 | 201;
  /** The procedure that does it; where a path serves two roles, `who` decides. */
  call: (api: Api, who: Caller) => Procedure<In, Out>;
  input?: (wire: {
    params: Record<ParamNames<Path>, string>;
    query: z.output<Query>;
    body: z.output<Body>;
    who: Who;
  }) => In;
  output?: (out: Out) => unknown;
  /** Instead of `output`, of a list that SQLite writes: how its rows are spelled here. */
  rows?: Spelling;
  /** Our field name → the wire's, for complaints about fields. */
  names?: Record<string, string>;
}

/** One line of the REST contract, ready to mount. */
export interface Row {
  method: Method;
  path: string;
  summary: string;
  query?: z.ZodType | undefined;
  body?: z.ZodType | undefined;
  answer: z.ZodType;
  status: 200 | 201;
  names: Record<string, string>;
  /** Which procedure it calls for somebody of this role: `admin.fines.all`; null where bytes stream. */
  procedure: ((who: Caller) => string) | null;
  /** A multipart body, or an answer that is a file. */
  streams?: "upload" | "download";
  /** Of an upload: text parts that may stand beside the file, besides its name. */
  parts?: string[];
  /** Whose stream it is, where it is not a resident's. */
  for?: Role | "member";
  handle: (ctx: Context, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** One call of the contract over one procedure: wire in → procedure → wire out. */
export function adapter<
  const Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType,
  In,
  Out,
>(address: `${Method} ${Path}`, options: Options<Path, Query, Body, In, Out>): Row {
  const { summary, query, body, answer, status = 200, names = {} } = options;
  const { call, input, output, rows } = options;
  const { method, path } = split(address);
  const procedure = nameOf(call);
  return {
    ...{ method, path, summary, query, body, answer, status, names, procedure },
    handle: async (ctx, request, reply) => {
      const name = procedure(ctx.account);
      // Who may not call learns nothing about what the call wants.
      admits(roleFor(name), ctx.account);
      const given = input?.({
        params: request.params as Record<ParamNames<Path>, string>,
        query: parse(query, request.query) as z.output<Query>,
        body: parse(body, request.body) as z.output<Body>,
        who: ctx.account,
      });
      const out = (await performNamed(name, ctx, given)) as Out;
      if (rows && out instanceof Listing) {
        void reply.type("application/json; charset=utf-8");
        return out.rowsAs(rows);
      }
      return output ? output(out) : out;
    },
  };
}

/** Calls a procedure of the router, as tRPC would for a client of its own. */
const performNamed = (path: string, ctx: Context, input: unknown): Promise<unknown> => {
  const procedure = procedures[path] as AnyTRPCProcedure;
  const { type } = procedure._def;
  const getRawInput = async () => input;
  return perform(procedure, { path, getRawInput, ctx, type, signal: undefined, batchIndex: 0 });
};

interface StreamOptions {
  summary: string;
  streams: "upload" | "download";
  query?: z.ZodType;
  parts?: string[];
  for?: Row["for"];
  answer: z.ZodType;
  handle: Row["handle"];
}

/** A call of the contract whose body or answer is a file, and so a stream of its own. */
export function streamAdapter(address: `${Method} ${string}`, options: StreamOptions): Row {
  return { ...split(address), status: 200, names: {}, procedure: null, ...options };
}

function split(address: string): { method: Method; path: string } {
  const [method = "", path = ""] = address.split(" ");
  return { method: method as Method, path };
}

const parse = (schema: z.ZodType | undefined, value: unknown): unknown =>
  schema ? schema.parse(value) : undefined;

/** The dotted name that `call` picks, found by letting it pick from a thing that writes down its path. */
function nameOf(call: (api: Api, who: Caller) => unknown): (who: Caller) => string {
  const walk = (path: string[]): unknown =>
    new Proxy(() => path.join("."), { get: (_, name) => walk([...path, String(name)]) });
  const known = new Map<Role | undefined, string>();
  return (who) => {
    const name = known.get(who?.role) ?? (call(walk([]) as Api, who) as () => string)();
    known.set(who?.role, name);
    return name;
  };
}

const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;

/** Who may call a procedure, as it says itself. */
export const roleFor = (procedure: string): Meta["for"] =>
  (procedures[procedure]?._def.meta as Meta | undefined)?.for ?? "Admin";

/**
 * Mounts rows below a prefix. Every failure is answered as `{message, code, field?}`.
 */
export function mountRest(app: FastifyInstance, house: House, prefix: string, rows: Row[]): void {
  for (const row of rows)
    app.route({
      method: row.method,
      url: `${prefix}${row.path}`,
      handler: async (request, reply) => {
        const ctx = contextOf(house, request, reply);
        try {
          const answer = await row.handle(ctx, request, reply);
          return reply.sent || row.streams === "download"
            ? answer
            : reply.code(row.status).send(answer);
        } catch (error) {
          throw renamed(error, row.names);
        }
      },
    });
}

/** A complaint about one of our fields, said of the wire's field. */
function renamed(error: unknown, names: Record<string, string>): unknown {
  const { code, message, field } = refusalOf(error);
  const wire = field && names[field];
  if (!field || !wire) return error;
  return new AppError(code, { field: wire, message: message.replace(field, wire) });
}

/** What every refusal looks like. */
export const refusal = z.object({
  message: z.string(),
  code: z.string(),
  field: z.string().optional(),
});

/** The answer of calls that only say that it is done. */
export const done = z.strictObject({ message: z.string() });
