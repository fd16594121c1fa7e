import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { refusalOf, retryHeaders, toTrpcError } from "../http/refusals.ts";
import type { Services } from "../services.ts";
import { contextOf } from "./context.ts";
import { trpcHttp } from "./fast/adapter.ts";
import { isNotModified } from "./notModified.ts";
import { isCacheable, procedureByName } from "./procedureByName.ts";
import { admissionOf, admits, type Context } from "./procedures.ts";
import { appRouter } from "./router.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The context or the error, created once: a rate limit might allow a second try. */
    context: Context | Error | null;
  }
}

const maxBatchSize = 10;

export const trpc =
  (services: Services): FastifyPluginAsync =>
  async (app) => {
    app.decorateRequest("context", null);

    app.addHook("preHandler", (request, reply, done) => {
      const names = cacheableCalls(request);
      if (!names) return done();
      try {
        const ctx = contextOf(services, request, reply, names.length);
        request.context = ctx;
        for (const name of names) admits(admissionOf(procedureByName(name)), ctx);
        if (isNotModified(ctx, request, reply, names))
          return void reply.header("vary", "trpc-accept, accept").send();
      } catch (error) {
        // The procedure then refuses the caller, with the error in tRPC's form.
        request.context ??= error as Error;
      }
      done();
    });

    const calls = trpcHttp({
      router: appRouter,
      maxBatchSize,
      // Queries with a secret as input use POST, so that the secret is not in an address.
      allowMethodOverride: true,
      createContext: ({ req, res, info }) => {
        try {
          const ctx = req.context ?? contextOf(services, req, res, info.calls.length);
          if (ctx instanceof Error) throw ctx;
          return ctx;
        } catch (error) {
          throw toTrpcError(error);
        }
      },
      // tRPC does not know some of our statuses. A batch with different results keeps its 207.
      responseMeta: ({ errors, info }) => {
        const [first, ...others] = errors;
        if (!first) return {};
        const isAlone = others.length === 0 && !info?.isBatchCall;
        return {
          ...(isAlone && { status: refusalOf(first).status }),
          headers: retryHeaders(...errors),
        };
      },
      onError: ({ error, path, req }) => {
        services.health.notice(error.cause);
        const { status, code } = refusalOf(error);
        if (status >= 500) req.log.error({ err: error.cause ?? error, code, path }, "call failed");
      },
    });
    await app.register(calls);
  };

/** The names of the called procedures if all are cacheable and not streamed; else null. */
function cacheableCalls({ method, params, query, headers }: FastifyRequest): string[] | null {
  // A streamed response sends its status before its calls have succeeded.
  const streams = headers["trpc-accept"] !== undefined || headers.accept?.includes("jsonl");
  if (method !== "GET" || streams) return null;
  const { path = "" } = params as { path?: string };
  const { batch } = query as { batch?: string };
  const names = batch === "1" ? path.split(",") : [path];
  return names.length <= maxBatchSize && names.every(isCacheable) ? names : null;
}
