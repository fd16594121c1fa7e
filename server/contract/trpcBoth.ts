import { initTRPC, lazy, TRPCError, tracked } from "@trpc/server";
import {
  type CreateFastifyContextOptions,
  type FastifyTRPCPluginOptions,
  fastifyTRPCPlugin,
} from "@trpc/server/adapters/fastify";
import { octetInputParser, type ResponseMeta } from "@trpc/server/http";
import fastify from "fastify";
import * as z from "zod";
import { trpcHttp } from "../api/fast/adapter.ts";

// A router for testing transports, served by our adapter and by tRPC's own.

interface Context {
  info: unknown;
  reply: CreateFastifyContextOptions["res"];
  /** The value that responseMeta returns. */
  meta: ResponseMeta | null;
  watch: (signal: AbortSignal | undefined) => Promise<string>;
}

const metas: Record<string, Context["meta"]> = {
  status: { status: 418 },
  plain: { headers: { vary: "cookie", "x-one": "1" } },
};

const codes = [
  ...(["BAD_REQUEST", "UNAUTHORIZED", "FORBIDDEN", "NOT_FOUND", "CONFLICT"] as const),
  ...(["TOO_MANY_REQUESTS", "SERVICE_UNAVAILABLE", "INTERNAL_SERVER_ERROR"] as const),
];

function makeRouter() {
  const t = initTRPC.context<Context>().create({
    isDev: false,
    errorFormatter: ({ shape, error, input, path, type, ctx }) => {
      if (error.message === "unspeakable") throw new Error("no words for it");
      const seen = {
        input,
        path,
        type,
        hasContext: ctx !== undefined,
        cause: error.cause?.message,
      };
      return { ...shape, data: { ...shape.data, seen } };
    },
  });
  const { procedure } = t;
  const reads = procedure.use(async ({ getRawInput, next }) => {
    await getRawInput();
    return next();
  });
  const small = t.router({ hello: procedure.query(() => "from far away") });
  return t.router({
    nothing: procedure.query(() => undefined),
    none: procedure.query(() => null),
    list: procedure.query(() => [1, "two", null]),
    long: procedure.query(() => Array.from({ length: 2_000 }, (_, id) => ({ id, name: "Zoë 🏠" }))),
    info: procedure.query(({ ctx }) => ctx.info),
    echo: procedure.input(z.unknown()).query(({ input }) => ({ input })),
    reads: reads.query(() => "read"),
    strict: procedure.input(z.object({ n: z.number() })).query(({ input }) => input.n),
    refuse: procedure
      .input(z.enum(codes))
      .query(({ input: code }) => Promise.reject(new TRPCError({ code, message: `no: ${code}` }))),
    fail: procedure.input(z.string()).query(({ input }) => {
      throw input === "object" ? { a: 1 } : new Error(input);
    }),
    huge: procedure.query(() => 1n),
    later: procedure.query(() => ({ now: 1, later: Promise.resolve(2) })),
    meta: procedure.input(z.string()).query(({ ctx, input }) => {
      ctx.meta = metas[input] ?? null;
      return input;
    }),
    replies: procedure.query(({ ctx }) => {
      void ctx.reply.code(202).header("x-own", "1").header("vary", "own");
      return "said";
    }),
    slow: procedure.query(({ ctx, signal }) => ctx.watch(signal)),
    slowly: procedure.mutation(({ ctx, signal }) => ctx.watch(signal)),
    save: procedure.input(z.object({ n: z.number() })).mutation(({ input }) => input.n + 1),
    touch: procedure.mutation(() => "touched"),
    refuses: procedure.mutation(() => {
      throw new TRPCError({ code: "CONFLICT" });
    }),
    upload: procedure
      .input(z.instanceof(FormData))
      .mutation(({ input }) => Object.fromEntries(input.entries()) as Record<string, string>),
    octets: procedure.input(octetInputParser).mutation(async ({ input }) => {
      let length = 0;
      for await (const chunk of input as unknown as AsyncIterable<Uint8Array>)
        length += chunk.length;
      return length;
    }),
    count: procedure.input(z.object({ to: z.number() })).subscription(async function* ({ input }) {
      for (let n = 1; n <= input.to; n += 1) yield n;
    }),
    follow: procedure
      .input(z.object({ lastEventId: z.string().optional() }).nullish())
      .subscription(async function* ({ input }) {
        yield tracked("7", { after: input });
        if (input?.lastEventId === "fails") throw new TRPCError({ code: "CONFLICT" });
      }),
    deep: { er: procedure.query(() => "deeper") },
    far: lazy(async () => small),
  });
}

type TriedRouter = ReturnType<typeof makeRouter>;

/** The reports of a server about one request through its callbacks. */
interface Noticed {
  errors: unknown[];
  metas: unknown[];
}

export interface Served {
  origin: string;
  /** Resolves with the signal of the next call of `slow`. */
  begun: () => Promise<AbortSignal>;
  noticed: () => Noticed;
  close: () => Promise<unknown>;
}

async function serve(name: "ours" | "stock"): Promise<Served> {
  const app = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 2_000 } });
  let noticed: Noticed = { errors: [], metas: [] };
  const waiting: ((signal: AbortSignal) => void)[] = [];
  const options: FastifyTRPCPluginOptions<TriedRouter>["trpcOptions"] = {
    router: makeRouter(),
    maxBatchSize: 3,
    allowMethodOverride: true,
    createContext: ({ req, res, info }): Context => {
      const how = req.headers["x-context"];
      if (how === "fails") throw new Error("no context");
      if (how === "refuses") throw new TRPCError({ code: "UNAUTHORIZED", message: "who are you" });
      const { url: _, signal, calls, ...plain } = info;
      return {
        info: {
          ...plain,
          isOver: signal.aborted,
          calls: calls.map(({ path, batchIndex }) => ({ path, batchIndex })),
        },
        reply: res,
        meta: null,
        watch: (aborted) =>
          new Promise((resolve) => {
            aborted?.addEventListener("abort", () => resolve("aborted"), { once: true });
            if (aborted) waiting.shift()?.(aborted);
          }),
      };
    },
    responseMeta: ({ ctx, info, paths, data, errors, type, eagerGeneration }) => {
      noticed.metas.push({
        paths,
        data: written(data),
        type,
        eagerGeneration,
        isBatch: info?.isBatchCall ?? null,
        errors: errors.map(({ code, message }) => [code, message]),
        has: ctx !== undefined,
      });
      return ctx?.meta ?? {};
    },
    onError: ({ error, path, input, type, ctx, req }) => {
      if (req.headers["x-on-error"] === "fails") throw new Error("nobody listens");
      const { code, message, cause } = error;
      noticed.errors.push({
        code,
        message,
        cause: cause?.message,
        path,
        input,
        type,
        has: ctx !== undefined,
        url: req.url,
      });
    },
  };
  app.addHook("onRequest", async (_request, reply) => {
    void reply.header("x-app", "1").header("vary", "origin");
  });
  app.addContentTypeParser("application/octet-stream", (_request, body, done) => done(null, body));
  await (name === "ours"
    ? app.register(trpcHttp(options as never), { prefix: "/trpc" })
    : app.register(fastifyTRPCPlugin, { prefix: "/trpc", trpcOptions: options } as never));
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    origin,
    begun: () => new Promise((resolve) => waiting.push(resolve)),
    noticed: () => {
      const seen = noticed;
      noticed = { errors: [], metas: [] };
      return seen;
    },
    close: () => app.close(),
  };
}

/** Serialises response data; some of it is deliberately impossible to serialise. */
function written(data: unknown): string {
  try {
    return JSON.stringify(data);
  } catch (error) {
    return String(error).split("\n")[0] ?? "";
  }
}

/** Serves the same router with the same settings both ways. */
export const serveBoth = () => Promise.all([serve("ours"), serve("stock")]);
