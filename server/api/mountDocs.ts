import type { FastifyInstance } from "fastify";
import { packText, sendPacked } from "../http/packedText.ts";
import { escaped } from "../platform/https/escapeMarkup.ts";
import type { Services } from "../services.ts";
import { liveCalls } from "./liveCalls.ts";
import { type OpenApi, openApi } from "./openapi.ts";
import { restCalls } from "./restCalls.ts";

const shown = (value: unknown) => `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`;

function section(title: string, value: unknown): string {
  return value === undefined ? "" : `<details><summary>${title}</summary>${shown(value)}</details>`;
}

function docsPage({ info, paths }: OpenApi): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, call]) => `<article>
<h2><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code></h2>
<p>${escaped(call.summary)}</p>
${section("Parameters", call.parameters.length > 0 ? call.parameters : undefined)}
${section("Body", call.requestBody)}
${section("Answers", call.responses)}
</article>`,
    ),
  );
  return `<!doctype html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API ${info.version}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<header>
<h1>${info.title} API <small>${info.version}</small></h1>
<p>${escaped(info.description)} The same as a document:
<a href="/api/property/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
</header>
<main>${calls.join("\n")}</main>
</body>
</html>`;
}

/** Nobody needs to sign in, so how often they are sent is limited by address. */
export function mountDocs(app: FastifyInstance, { rateLimits }: Pick<Services, "rateLimits">) {
  const make = () => {
    const document = openApi([...restCalls, liveCalls]);
    return { document: packText(JSON.stringify(document)), page: packText(docsPage(document)) };
  };
  // Made for the first who asks, because few do and it would delay the start.
  let made: ReturnType<typeof make> | undefined;
  const mount = (path: string, what: keyof ReturnType<typeof make>, type: string) =>
    app.get(path, (request, reply) => {
      rateLimits.reading.take(request.ip);
      made ??= make();
      return sendPacked(request, reply, `${type}; charset=utf-8`, made[what]);
    });
  mount("/api/property/openapi.json", "document", "application/json");
  mount("/api/docs", "page", "text/html");
}
