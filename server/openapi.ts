import * as z from "zod";
import { version } from "./paths.ts";
import { type Row, refusal, roleFor } from "./rest.ts";

interface Mounted {
  prefix: string;
  rows: Row[];
}

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
    ...{ name, in: "path", required: true },
    schema: { type: "string" },
  }));
  if (!row.query) return inPath;
  const query = schemaOf(row.query, "input") as { properties?: Record<string, object> };
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    ...{ name, in: "query", required: false },
    schema,
  }));
  return [...inPath, ...inQuery];
}

const text = { type: "string" };
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

const isPublic = ({ procedure }: Row) =>
  procedure !== null && roleFor(procedure(null)) === "public";

function operation(row: Row) {
  const answer = row.streams === "download" ? file : json(schemaOf(row.answer, "output"));
  const body =
    row.streams === "upload" ? upload(row) : row.body && json(schemaOf(row.body, "input"));
  return {
    summary: row.summary,
    parameters: parameters(row),
    ...(body && { requestBody: body }),
    ...(isPublic(row) && { security: [] }),
    responses: {
      [row.status]: { description: "Done", ...answer },
      default: {
        description: "Refused: says why and what to change",
        ...json(schemaOf(refusal, "output")),
      },
    },
  };
}

/** The OpenAPI 3.1 document of every mounted row, from the schemas that check the calls. */
export function openApi(mounted: Mounted[]) {
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
  for (const { prefix, rows } of mounted)
    for (const row of rows) {
      const path = `${prefix}${row.path}`.replace(/:(\w+)/g, "{$1}");
      paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(row) };
    }
  return {
    openapi: "3.1.0",
    info: {
      title: "Stoep",
      version,
      description:
        "What the building's own programs may ask of Stoep. Sign in for a session cookie, or send a bearer token.",
    },
    security: [{ session: [] }, { bearer: [] }],
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "sid" },
        bearer: { type: "http", scheme: "bearer" },
      },
    },
    paths,
  };
}

export type OpenApi = ReturnType<typeof openApi>;
