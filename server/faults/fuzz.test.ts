import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import type { OpenApi } from "../api/openapi.ts";
import { appRouter } from "../api/router.ts";
import { built, inDatabase } from "../cli/testing.ts";
import { caller, demoBuilding, signedIn, soundness, unhurried } from "./testing.ts";

// Twenty thousand requests, both absurd and almost correct, generated from the OpenAPI document and
// the schemas of every procedure. FUZZ_SEED=… generates others.

const count = 20_000;
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120);

const program = await built();
const { serve } = program;
const { copy, people } = await demoBuilding(program);

type Json = Record<string, unknown>;

/** Texts that often break programs. */
const odd = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    ...["", " ", "\0", "a\0b", "\u202Efdp.exe", "😀".repeat(50), "x".repeat(10_000), "null"],
    ...["__proto__", "constructor", "../../etc/passwd", "%00", "' OR 1=1 --", "<script>", "NaN"],
    ...["=1+1", "2026-02-30", "0000-00-00", "9999-12-31", "1e999", "-0", "\ud800", "toString"],
  ),
);
const anything = fc.oneof(odd, fc.jsonValue({ maxDepth: 3 }));
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -1, 0.1, 1e21, Number.MAX_SAFE_INTEGER + 2, 5e-324),
);

/** Values that mostly fit a JSON schema; its formats are met and also broken. */
function fitting(schema: Json, ids: string[]): fc.Arbitrary<unknown> {
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return fc.oneof(...choices.map((each) => fitting(each, ids)));
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "string":
      if (schema.format === "date")
        return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
      if (schema.format === "email") return fc.emailAddress();
      return fc.oneof(fc.constantFrom(...ids), fc.string({ minLength: 1, maxLength: 30 }), odd);
    case "integer":
    case "number":
      return fc.oneof(fc.integer({ min: 1, max: 100_000 }), number);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(fitting((schema.items ?? {}) as Json, ids), { maxLength: 5 });
    case "object": {
      const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>);
      const values = fields.map(([name, each]) => [name, fitting(each, ids)] as const);
      return fc.record(Object.fromEntries(values), { requiredKeys: schema.required as string[] });
    }
    default:
      return anything;
  }
}

/** A value that fits, one with a wrong field, or anything at all. */
function nearly(schema: Json, ids: string[]): fc.Arbitrary<unknown> {
  const fits = fitting(schema, ids);
  const spoiled = fc
    .tuple(fits, fc.nat(20), anything)
    .map(([value, at, other]) => spoil(value, at, other));
  return fc.oneof({ weight: 5, arbitrary: fits }, { weight: 3, arbitrary: spoiled }, anything);
}

function spoil(value: unknown, at: number, other: unknown): unknown {
  if (typeof value !== "object" || value === null) return other;
  const names = [...Object.keys(value), "one more"];
  return { ...value, [names[at % names.length] ?? ""]: other };
}

interface Sent {
  method: string;
  path: string;
  body: string | undefined;
  type: string;
}

const bodyOf = (schema: Json, ids: string[]) =>
  fc.oneof(
    { weight: 20, arbitrary: nearly(schema, ids).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.string() },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
const typeOf = fc.oneof(
  { weight: 30, arbitrary: fc.constant("application/json") },
  fc.constantFrom("text/plain", "multipart/form-data", "multipart/form-data; boundary=b", "x"),
);

/** Requests for one call of the OpenAPI document. */
function restCall(path: string, method: string, operation: Json, ids: string[]) {
  const { parameters = [], requestBody } = operation as {
    parameters?: { name: string; in: string; schema: Json }[];
    requestBody?: { content: Record<string, { schema: Json }> };
  };
  const json = requestBody?.content["application/json"]?.schema;
  const values = fc.tuple(...parameters.map(({ schema }) => nearly(schema, ids)));
  const body = json ? bodyOf(json, ids) : fc.constantFrom(undefined, "{}", "[");
  return fc.tuple(values, body, typeOf).map(([given, text, type]): Sent => {
    const encoded = given.map((value) => encodeURIComponent(wellFormed(asText(value))));
    const query: string[] = [];
    let at = path;
    for (const [index, { name, in: where }] of parameters.entries())
      if (where === "path") at = at.replace(`{${name}}`, encoded[index] || "x");
      else query.push(`${name}=${encoded[index]}`);
    const search = query.length > 0 ? `?${query.join("&")}` : "";
    const sends = method !== "get" && text !== undefined;
    return {
      method: method.toUpperCase(),
      path: at + search,
      body: sends ? text : undefined,
      type,
    };
  });
}

const asText = (value: unknown) =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");
const wellFormed = (text: string) => text.replace(/\p{Cs}/gu, "\ufffd");

/** Requests for one procedure. */
function trpcCall(path: string, kind: string, input: unknown, ids: string[]) {
  const schema = input
    ? (z.toJSONSchema(input as z.ZodType, { io: "input", unrepresentable: "any" }) as Json)
    : {};
  return fc.tuple(bodyOf(schema, ids), typeOf).map(([text, type]): Sent => {
    if (kind === "mutation") return { method: "POST", path: `/api/trpc/${path}`, body: text, type };
    const search = text === undefined ? "" : `?input=${encodeURIComponent(wellFormed(text))}`;
    return { method: "GET", path: `/api/trpc/${path}${search}`, body: undefined, type };
  });
}

/** Calls that would end the run without showing a fault: signing everyone out, endless backups. */
const leftOut = /signOutEverywhere|backups\.(make|preview)|sign-out/;

type Procedures = Record<string, { _def: { type: string; inputs: unknown[] } }>;

/** The text of a response; of a stream, which has no end, only its beginning. */
async function textOf(response: Response): Promise<string> {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  const reader = isStream && response.body?.getReader();
  if (!reader) return response.text();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

test("twenty thousand random requests: no failure of ours, no hang, no growing memory", async () => {
  process.stdout.write(`FUZZ_SEED=${seed}\n`);
  const data = copy();
  // With this little memory, a leak would end the server.
  const { origin, pid, stop } = await serve(data, {
    env: unhurried,
    node: ["--max-old-space-size=96"],
  });
  const own = Object.values(people);
  const ids = inDatabase(data, (db) =>
    ["accounts", "fines", "maintenance_requests", "visits", "attachments", "units"].flatMap(
      (table) =>
        db
          .prepare(
            `SELECT id FROM ${table} ${table === "accounts" ? `WHERE username NOT IN (?, ?, ?)` : ""} LIMIT 3`,
          )
          .pluck()
          .all(...(table === "accounts" ? own : [])),
    ),
  ) as string[];
  const tokens = [""];
  for (const name of own) {
    const { body } = await (await signedIn(origin, name)).ask("POST /api/auth/token", {});
    tokens.push(body.token);
  }
  const document = (await caller(origin).ask("GET /api/property/openapi.json")).body as OpenApi;
  const rest = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      restCall(path, method, operation as unknown as Json, ids),
    ),
  );
  const trpc = Object.entries(appRouter._def.procedures as unknown as Procedures).map(
    ([path, { _def }]) => trpcCall(path, _def.type, _def.inputs[0], ids),
  );
  expect(rest.length).toBeGreaterThan(30);
  expect(trpc.length).toBeGreaterThan(60);
  const requests = fc.sample(fc.tuple(fc.oneof(...rest, ...trpc), fc.nat(3), fc.nat(3)), {
    numRuns: count,
    seed,
  });

  const seen = new Map<number, number>();
  const wrong: string[] = [];
  const memory: number[] = [];
  let next = 0;
  const line = async () => {
    for (let at = next++; at < requests.length; at = next++) {
      const [sent, any, chance] = requests[at] as (typeof requests)[number];
      const { method, path, body, type } = sent;
      // Mostly sent by the role the call is meant for.
      const meant = ["admin", "staff", "resident"].findIndex((role) => path.includes(role)) + 1;
      const token = tokens[chance > 0 && meant > 0 ? meant : any];
      if (at % 1_000 === 0) memory.push(memoryOf(pid));
      if (leftOut.test(path)) continue;
      const response = await fetch(origin + path, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { "content-type": type }),
        },
        body: body ?? null,
        redirect: "manual",
        signal: AbortSignal.timeout(30_000),
      }).catch((error: Error) => error);
      const text = response instanceof Error ? String(response.cause) : await textOf(response);
      const status = response instanceof Error ? 0 : response.status;
      seen.set(status, (seen.get(status) ?? 0) + 1);
      const isOurs = status === 0 || (status >= 500 && !text.includes("weather.unavailable"));
      const isMute = status >= 400 && !/"code":"[a-z]+\.[a-z_]+"/.test(text);
      if (isOurs || isMute || /node_modules|SQLITE|\.ts:\d/.test(text))
        wrong.push(
          `${status} ${method} ${path.slice(0, 200)} ${body?.slice(0, 300)}\n → ${text.slice(0, 300)}`,
        );
    }
  };
  await Promise.all(Array.from({ length: 12 }, line));
  const summary = [...seen].map(([status, times]) => `${status}: ${times}`).join(", ");
  process.stdout.write(`${summary}; ${memory.map(Math.round).join(" ")} MB\n`);
  expect(wrong.slice(0, 10)).toEqual([]);
  // Enough of the requests were valid.
  expect(seen.get(200) ?? 0).toBeGreaterThan(count / 20);
  const [early = 0, late = 0] = [memory.slice(5, 10), memory.slice(-5)].map((part) =>
    Math.min(...part),
  );
  expect(late).toBeLessThan(early + 60);
  expect((await caller(origin).ask("GET /api/health")).body.status).toBe("ok");
  expect(await stop("SIGTERM")).toBe(0);
  expect(soundness(data)).toEqual([]);
}, 400_000);
