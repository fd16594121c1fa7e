import type { FastifyInstance } from "fastify";

/** The largest JSON body, in bytes. */
export const bodyLimit = 64 * 1024;

/** Accepts uploads and JSON. An empty JSON body is none: some clients always set the header. */
export function acceptBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else parseJson(request, body as string, done);
  });
  // The handler reads the stream as it arrives.
  app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
}

/**
 * Existing clients do not encode addresses: `residentEmail=r+1@x.co.za` means the plus sign. So
 * unlike in forms, a plus is never a space here.
 */
export function parseQuery(text: string): Record<string, string> {
  // Without inherited names, which a query could otherwise read.
  const query: Record<string, string> = Object.create(null);
  for (const pair of text.split("&")) {
    const end = pair.indexOf("=");
    const name = end < 0 ? pair : pair.slice(0, end);
    if (pair) query[decode(name)] = end < 0 ? "" : decode(pair.slice(end + 1));
  }
  return query;
}

function decode(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
