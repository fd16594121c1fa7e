import type { AnyTRPCProcedure } from "@trpc/server";
import type { z } from "zod";
import type { Admission } from "../api/procedures.ts";
import { admissionOf } from "../api/procedures.ts";
import { restCalls } from "../api/restCalls.ts";
import { type Api, appRouter } from "../api/router.ts";
import type { Neighbour } from "../testing.ts";

/** One thing anyone may try over HTTP: a procedure, a REST row or a stream. */
export interface Call {
  name: string;
  method: string;
  /** Its path, with parameters as `:id`. */
  path: string;
  admission: Admission;
  /** Whether residents and staff may call it while they still have a first password. */
  acceptsFirstPassword: boolean;
  streams: boolean;
  input: z.ZodType | undefined;
}

type Procedure = AnyTRPCProcedure & { _def: { inputs: unknown[] } };
const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, Procedure>,
);

/** Calls a procedure by its name. */
export async function invoke(api: Api, path: string, input: unknown): Promise<unknown> {
  const call = path
    .split(".")
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], api);
  return (call as (input: unknown) => unknown)(input);
}

export const procedureCalls: Call[] = procedures.map(([name, procedure]) => ({
  name,
  method: procedure._def.type === "mutation" ? "POST" : "GET",
  path: `/api/trpc/${name}`,
  admission: admissionOf(procedure),
  acceptsFirstPassword: false,
  streams: false,
  input: procedure._def.inputs[0] as z.ZodType | undefined,
}));

/** A person each role's calls are meant for. */
export const callers: Record<string, Neighbour> = {
  public: "pieter",
  member: "pieter",
  Resident: "pieter",
  Staff: "sipho",
  Gate: "anna",
  Admin: "anna",
};

export const restRows: Call[] = restCalls.flatMap(({ prefix, rows }) =>
  rows.map((row) => ({
    name: `${row.method} ${prefix}${row.path}`,
    method: row.method,
    path: `${prefix}${row.path}`,
    admission: row.admission(null),
    acceptsFirstPassword: prefix === "/api/property",
    streams: row.procedure === null,
    input: row.body,
  })),
);

export const everyCall = [...procedureCalls, ...restRows];

/** Input that no call takes, which shows whether a refusal comes before the input is checked. */
const nonsense = { nobody: "knows" };

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/**
 * Makes a call with invalid input, or with `input`. Returns the status and the code of a refusal.
 */
export async function attempt(
  base: string,
  { method, path, streams }: Call,
  headers: Record<string, string>,
  input: unknown = nonsense,
) {
  const isGet = method === "GET";
  const isUpload = streams && !isGet;
  const type = isUpload ? "multipart/form-data" : "application/json";
  const query = isGet && !streams ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
  const response = await fetch(`${base}${path.replace(/:\w+/g, "x")}${query}`, {
    method,
    headers: { ...headers, ...(!isGet && { "content-type": type }) },
    body: isGet ? null : isUpload ? "no file at all" : JSON.stringify(input),
  });
  const text = await response.text();
  // A subscription is refused by an event, as tRPC does.
  const [, refused] = /^event: serialized-error\ndata: (.+)$/m.exec(text) ?? [];
  if (refused) {
    const { httpStatus, reason } = JSON.parse(refused).data;
    return { status: httpStatus as number, code: reason.code as string | undefined };
  }
  const body = parsed(text);
  const reason = body.error?.data?.reason ?? body;
  return { status: response.status, code: reason.code as string | undefined };
}
