import { escaped } from "../platform/https/escapeMarkup.ts";
import type { OpenApi } from "./openapi.ts";

const shown = (value: unknown) => `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`;

function section(title: string, value: unknown): string {
  return value === undefined ? "" : `<details><summary>${title}</summary>${shown(value)}</details>`;
}

/** Renders the OpenAPI document as a page without scripts. */
export function docsPage({ info, paths }: OpenApi): string {
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
