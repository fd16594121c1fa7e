import fastifyCookie from "@fastify/cookie";
import fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { liveCalls } from "./api/liveCalls.ts";
import { mountDocs } from "./api/mountDocs.ts";
import { mountRest } from "./api/mountRest.ts";
import { tagAnswers } from "./api/notModified.ts";
import { mountOidc } from "./api/oidc.ts";
import { restCalls } from "./api/restCalls.ts";
import { trpc } from "./api/trpc.ts";
import { watchStatements } from "./database/slowQueryLog.ts";
import { requestError } from "./errors.ts";
import { brandingOf } from "./features/building/picture/service.ts";
import { limitUnsent } from "./http/backpressure.ts";
import { clientErrorHandler, drainOnClose, limitArrival } from "./http/connectionLimits.ts";
import { discardBody } from "./http/discardBody.ts";
import { type LogStream, logging } from "./http/logging.ts";
import { mountMetrics } from "./http/metrics.ts";
import { acceptBodies, bodyLimit, parseQuery } from "./http/parsing.ts";
import { redirectToHttps } from "./http/redirectToHttps.ts";
import { refusalOf, retryHeaders } from "./http/refusals.ts";
import { guard } from "./http/requestGuards.ts";
import { keepRequestOrder } from "./http/requestOrder.ts";
import { mountClient } from "./http/staticFiles.ts";
import { tlsAndPlainServer } from "./http/tlsAndPlainServer.ts";
import { mountTrust } from "./http/trustRoutes.ts";
import { version } from "./platform/installation/paths.ts";
import type { Services } from "./services.ts";

/** We validate with zod, so Fastify's compilers would only use memory. */
const unused = {
  buildValidator: () => noSchema,
  buildSerializer: () => noSchema,
};
const noSchema = () => {
  throw new Error("A route of Stoep has no schema of Fastify's: see adapter() in rest.ts.");
};

/**
 * Creates the whole server, which does not listen yet.
 * @param patienceMs how long a request may take to arrive, in milliseconds
 */
export async function buildApp(
  services: Services,
  log?: LogStream,
  patienceMs = 60_000,
): Promise<FastifyInstance> {
  const { certificates } = services;
  const app = fastify({
    ...logging(services.config.logLevel, log),
    bodyLimit,
    trustProxy: services.config.trustProxy as string,
    return503OnClosing: true,
    clientErrorHandler,
    schemaController: { compilersFactory: unused },
    ...(certificates && { serverFactory: tlsAndPlainServer(certificates) }),
    http: {
      // The guard refuses these requests with our own error.
      requireHostHeader: false,
      // For the headers. `limitArrival` does the same for the body.
      headersTimeout: patienceMs,
      connectionsCheckingInterval: patienceMs / 2,
    },
    routerOptions: { querystringParser: parseQuery, maxParamLength: 2000 },
    // Refuses addresses that cannot be decoded with our own error instead of Fastify's.
    frameworkErrors: (error, { url, headers }, reply) => {
      const person = headers.accept?.includes("text/html") && !url.startsWith("/api/");
      if (person) return void reply.redirect("/nopage");
      const { status, ...body } = refusalOf(error);
      void (reply as FastifyReply).code(status).send(body);
    },
  });
  watchStatements(services.db.$client, (statement, ms) =>
    app.log.warn({ statement, ms }, "a statement held everybody up"),
  );
  services.weather.watch?.((isAway) =>
    app.log.warn(isAway ? "the weather service does not answer" : "the weather service is back"),
  );
  app.setErrorHandler(async (error, request, reply) => {
    const { status, ...body } = refusalOf(error);
    // The log says once that the weather service is down.
    request.raw.isExpected = body.code === "weather.unavailable";
    if (status >= 500 && !request.raw.isExpected)
      request.log.error({ err: error, code: body.code }, "call failed");
    void reply.headers(retryHeaders(error));
    services.health.notice(error);
    if (!(await discardBody(request.raw))) void reply.header("connection", "close");
    return reply.code(status).send(body);
  });
  app.setNotFoundHandler(() => {
    throw requestError("request.unknown_address");
  });
  acceptBodies(app);
  limitArrival(app, patienceMs);
  drainOnClose(app);
  guard(app, services);
  if (certificates) redirectToHttps(app, services, certificates);
  await app.register(fastifyCookie);
  tagAnswers(app);
  // Phones with bad reception may take twice as long to receive a response as to send a request.
  limitUnsent(app, services, 2 * patienceMs);
  keepRequestOrder(app);

  // Monitoring calls this all day, and nobody wants to read that in the log.
  app.get("/api/health", { logLevel: "warn" }, () => {
    const message = services.health.warning();
    return message ? { status: "degraded", version, message } : { status: "ok", version };
  });
  await app.register(trpc(services), { prefix: "/api/trpc" });
  mountRest(app, services, [...restCalls, liveCalls]);
  app.addHook("preClose", async () => services.live.close());

  mountDocs(app, services);
  mountOidc(app, services);
  if (certificates?.authority) mountTrust(app, services, certificates);
  await mountClient(app, services, () => brandingOf(services.db));
  mountMetrics(app, services);
  return app;
}
