import * as z from "zod";
import { declaredError, type ErrorCode } from "../errors.ts";
import { version } from "../platform/installation/paths.ts";
import { type Rest, type Row, refusal } from "./rest.ts";

const schemaOf = (schema: z.ZodType, io: "input" | "output") => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
  });
  return json;
};

const json = (schema: object) => ({ content: { "application/json": { schema } } });

function parameters(row: Row) {
  const inPath = [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inHeaders = [
    ...(usualErrors(row)
      .concat(row.errors ?? [])
      .includes("request.key_reused")
      ? [header("Idempotency-Key", "What is sent again with it is done once")]
      : []),
    ...(row.streams === "events" ? [header("Last-Event-ID", "The last event that is known")] : []),
  ];
  if (!row.query) return [...inPath, ...inHeaders];
  const query = schemaOf(row.query, "input") as { properties?: Record<string, object> };
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    schema,
  }));
  return [...inPath, ...inHeaders, ...inQuery];
}

const text = { type: "string" };
const header = (name: string, description: string) => {
  return { name, in: "header", required: false, schema: text, description };
};
const upload = ({ parts = [] }: Row) => ({
  content: {
    "multipart/form-data": {
      schema: {
        type: "object",
        properties: {
          file: { type: "string", format: "binary" },
          fileName: text,
          ...Object.fromEntries(parts.map((part) => [part, text])),
        },
        required: ["file"],
      },
    },
  },
});

const file = { content: { "*/*": { schema: { type: "string", format: "binary" } } } };
const events = { content: { "text/event-stream": { schema: text } } };

function answerOf(row: Row) {
  if (row.streams === "download") return file;
  return row.streams === "events" ? events : json(schemaOf(row.answer, "output"));
}

const isPublic = ({ admission }: Row) => admission(null).for === "public";

function usualErrors(row: Row): ErrorCode[] {
  const admission = row.admission(null);
  const changes = row.method !== "GET";
  const takesFile = row.streams === "upload";
  const takesBody = takesFile || row.body !== undefined;
  const namesThings = row.path.includes(":");
  const kinds: [boolean, ErrorCode[]][] = [
    [takesBody || namesThings || row.query !== undefined, ["request.invalid"]],
    [takesBody && !takesFile, ["request.malformed"]],
    [!isPublic(row), ["auth.signed_out", "auth.wrong_role", "auth.second_step_missing"]],
    [!isPublic(row), ["auth.choose_password"]],
    [
      admission.reauthenticate !== undefined,
      ["auth.password_needed", "auth.sign_in_again", "auth.wrong_password", "auth.too_many"],
    ],
    [changes, ["request.foreign_origin", "server.full"]],
    [takesBody, ["request.too_slow", "request.too_large", "request.wrong_content_type"]],
    [namesThings, ["request.address_too_long"]],
    [row.creates === true, ["request.key_reused"]],
    [true, ["request.no_host", "request.unknown_host", "request.too_many"]],
    [true, ["server.broken", "server.busy"]],
    [true, ["server.unwritable"]],
  ];
  return kinds.flatMap(([applies, codes]) => (applies ? codes : []));
}

function refusalsOf(row: Row) {
  const codes = new Set([...(row.errors ?? []), ...usualErrors(row)]);
  const byStatus: Record<string, { description: string; content: object }> = {};
  for (const code of codes) {
    const declared = declaredError(code);
    const { status } = declared;
    const message = row.messages?.[code] ?? declared.message;
    const previous = byStatus[status]?.description;
    const description = `${previous ? `${previous}\n` : ""}\`${code}\`: ${message}`;
    byStatus[status] = { description, content: refused };
  }
  return byStatus;
}
const refused = { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } };

/** `GET /api/property/admin/fines/all` → `getAdminFinesAll`, which is as stable as the address. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\/(property\/)?/, "")
    .replace(/\{(\w+)\}/g, "by-$1")
    .split(/[/-]/);
  const names = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return method.toLowerCase() + names.join("");
}

function operation(row: Row, path: string) {
  const body =
    row.streams === "upload" ? upload(row) : row.body && json(schemaOf(row.body, "input"));
  return {
    operationId: operationIdOf(row.method, path),
    summary: row.summary,
    parameters: parameters(row),
    ...(body && { requestBody: body }),
    ...(isPublic(row) && { security: [] }),
    responses: {
      [row.status]: { description: "Done", ...answerOf(row) },
      ...refusalsOf(row),
      default: { description: "Refused, with the reason and what to change", content: refused },
    },
  };
}

/** The OpenAPI 3.1 document of all mounted rows, from the schemas that validate the calls. */
export function openApi(mounted: readonly Rest[]) {
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
  for (const { prefix, rows } of mounted)
    for (const row of rows) {
      const path = `${prefix}${row.path}`.replace(/:(\w+)/g, "{$1}");
      paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(row, path) };
    }
  return {
    openapi: "3.1.0",
    info: {
      title: "Stoep",
      version,
      description:
        "What programs may ask of this building's Stoep. Sign in to get a session cookie, or send a bearer token. A list has at most 20,000 rows and 8 MB. If rows are left out, the header X-Stoep-Left-Out says how many.",
    },
    // The server that this document came from.
    servers: [{ url: "/", description: "This building's Stoep" }],
    security: [{ session: [] }, { bearer: [] }],
    components: {
      schemas: { Refusal: schemaOf(refusal, "output") },
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "sid" },
        bearer: { type: "http", scheme: "bearer" },
      },
    },
    paths,
  };
}

export type OpenApi = ReturnType<typeof openApi>;
