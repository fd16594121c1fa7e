import type { FastifyInstance } from "fastify";
import { packText, sendPacked } from "../http/packedText.ts";
import type { Services } from "../services.ts";
import { docsPage } from "./docsPage.ts";
import { openApi } from "./openapi.ts";
import { restCalls } from "./restCalls.ts";

/**
 * Says what programs may ask: as an OpenAPI document, and as a page for people. Nobody needs to sign
 * in, so how often they are sent is limited by address.
 */
export function mountDocs(app: FastifyInstance, { rateLimits }: Pick<Services, "rateLimits">) {
  const make = () => {
    const document = openApi(restCalls);
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
