import { clientsClaim } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { cleanupOutdatedCaches, matchPrecache, precache } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { NetworkFirst, type StrategyHandler } from "workbox-strategies";
import {
  callsIn,
  changesWhoIsHere,
  isCacheable,
  type PageMessage,
  procedureOf,
  type WorkerMessage,
} from "./cachedQueries.ts";

// The service worker, a program of its own: the app starts without a network and shows what was last
// seen. It exists over HTTPS only, since browsers know no other.

/** Written in by the build: the app's own files. */
declare const FILES: { url: string; revision: string | null }[];

interface Page {
  postMessage(message: WorkerMessage): void;
}
interface Message extends MessageEvent {
  data: PageMessage;
  waitUntil(work: Promise<unknown>): void;
}
/** What TypeScript knows of workers only if it forgets of windows. */
const worker = globalThis as unknown as {
  clients: {
    get(id: string): Promise<Page | undefined>;
  };
  addEventListener(type: "message", listen: (event: Message) => void): void;
};

const answers = "stoep-last-seen";
/** Under which the answers' owner is written down. */
const owner = "/last-seen-by";
const patienceMs = 6_000;

let reached = true;
/** Counts how often the answers were emptied, so that one that is still on its way is not kept after. */
let emptied = 0;
/** Done once the answers are emptied: what begins later is kept. */
let emptying = Promise.resolve();

const expiration = new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 14 * 86_400 });

/** What one person has read is not for the next. */
function forget(): Promise<void> {
  emptied += 1;
  emptying = emptying.then(async () => {
    await caches.delete(answers);
    await expiration.deleteCacheAndMetadata();
  });
  return emptying;
}

/** Empties what another person has read; what has no owner yet was read since, by the same one. */
async function belongTo(person: string | null) {
  const before = await (await caches.match(owner, { cacheName: answers }))?.text();
  if (before === person) return;
  if (before || !person) await forget();
  if (person) await (await caches.open(answers)).put(owner, new Response(person));
}

async function tell(id: string, message: WorkerMessage) {
  (await worker.clients.get(id))?.postMessage(message);
}

/** Whether the house answers now. */
async function reaches(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    reached = (await fetch("/api/health", { cache: "no-store", signal })).ok;
  } catch {
    reached = false;
  }
  return reached;
}

interface Answered {
  request: Request;
  event: { clientId: string };
  state?: { emptied?: number };
}
const nameOf = ({ request }: Answered) => procedureOf(new URL(request.url)) ?? "";

/** Where an answer came with a batch, that stands for the network. */
class LastSeen extends NetworkFirst {
  override _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const came: Promise<Response> | undefined = handler.params;
    if (came)
      handler.fetch = async () => {
        const { event } = handler;
        try {
          let response = await came;
          for (const succeeded of handler.iterateCallbacks("fetchDidSucceed"))
            response = await succeeded({ event, request, response });
          return response;
        } catch (error) {
          await handler.runCallbacks("fetchDidFail", {
            event,
            request,
            originalRequest: request,
            error: error as Error,
          });
          throw error;
        }
      };
    return super._handle(request, handler);
  }
}

const lastSeen = new LastSeen({
  cacheName: answers,
  networkTimeoutSeconds: patienceMs / 1000,
  plugins: [
    expiration,
    {
      handlerWillStart: async ({ state }) => {
        await emptying;
        if (state) state.emptied = emptied;
      },
      fetchDidSucceed: async ({ response, ...rest }) => {
        reached = true;
        if (response.status === 401) await forget();
        const of = rest as Answered;
        void tell(of.event.clientId, { procedure: nameOf(of), seen: null });
        return response;
      },
      fetchDidFail: async () => {
        reached = false;
      },
      cacheWillUpdate: async ({ response, ...rest }) => {
        const of = rest as Answered;
        if (response.status !== 200 || of.state?.emptied !== emptied) return null;
        if (!isCacheable(new URL(of.request.url))) return null;
        if (nameOf(of) !== "public.session.current") return response;
        const { data } = (await response.clone().json()).result;
        await belongTo(data?.profileId ?? null);
        return data ? response : null;
      },
      cachedResponseWillBeUsed: async ({ cachedResponse, ...rest }) => {
        const of = rest as Answered;
        const seen = cachedResponse?.headers.get("date");
        if (seen) void tell(of.event.clientId, { procedure: nameOf(of), seen });
        return cachedResponse;
      },
    },
  ],
});

/** tRPC's shape of a refusal: the app says it as it says the server's, and without a reason that none came. */
const refusal = (reason?: { code: string; message: string }) => ({
  error: { message: "offline", code: -32_603, data: { reason } },
});
const notSent = () =>
  Response.json(
    refusal({
      code: "request.offline",
      message: "You are offline: nothing was sent and nothing changed. Try again later.",
    }),
    { status: 503 },
  );

/** Goes over the network as one, and is kept and found call by call. */
async function batch(request: Request, calls: URL[], event: Event): Promise<Response> {
  const response = fetch(request).then(async (answer) => ({ answer, each: await answer.json() }));
  const found = await Promise.allSettled(
    calls.map((call, place) => {
      const params = response.then(({ answer, each }) => {
        // What is no list answers them all.
        const own = each[place];
        const status = own ? (own.error?.data.httpStatus ?? 200) : answer.status;
        const date = answer.headers.get("date") ?? "";
        return Response.json(own ?? each, { status, headers: { date } });
      });
      return lastSeen.handle({
        event,
        request: new Request(call, { headers: request.headers }),
        params,
      });
    }),
  );
  if (found.every(({ status }) => status === "rejected")) return Response.error();
  const each = found.map((one) => (one.status === "fulfilled" ? one.value.json() : refusal()));
  return Response.json(await Promise.all(each), { status: 207 });
}

/** Something is to be changed: not behind anybody's back later, but now or not at all. */
async function change(request: Request): Promise<Response> {
  if (changesWhoIsHere(procedureOf(new URL(request.url)) ?? "")) await forget();
  const doubtful = !reached || !navigator.onLine;
  if (doubtful && !(await reaches())) return notSent();
  try {
    return await fetch(request);
  } catch (error) {
    reached = false;
    throw error;
  }
}

/** A page: the newest over the network, else the empty one, for every address, that came with this worker. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(patienceMs) });
  } catch {
    reached = false;
    return (await matchPrecache("/index.html")) ?? Response.error();
  }
}

// A newer worker waits, as browsers do by themselves, until no page of Stoep is open. A page that is
// open keeps the worker it began with, and so the files it may still ask for. A reload gets the newest
// page over the network all the same. Taking over earlier (skipWaiting) can hang a reload in Chromium.
clientsClaim();
cleanupOutdatedCaches();
precache(FILES);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && callsIn(url).some(isCacheable),
  ({ url, request, event }) => {
    const isBatch = url.searchParams.has("batch");
    return isBatch ? batch(request, callsIn(url), event) : lastSeen.handle({ event, request });
  },
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && procedureOf(url) !== null,
  ({ request }) => change(request),
  "POST",
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/assets\/|^\/icon/.test(url.pathname),
  async ({ request }) => (await matchPrecache(request)) ?? fetch(request),
);
registerRoute(
  new NavigationRoute(({ request }) => page(request), { denylist: [/^\/(api|trust)(\/|$)/] }),
);

worker.addEventListener("message", (event) => {
  event.waitUntil(
    reaches().then((reached) => (event.source as unknown as Page)?.postMessage({ reached })),
  );
});
