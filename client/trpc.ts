import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { createTRPCClient } from "@trpc/client";
import { createTRPCQueryUtils, createTRPCReact } from "@trpc/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../server/api/router.ts";
import { links, reasonOf } from "./links.ts";
import { checkConnection } from "./offline/connection.ts";
import { belongTo, networkFirst } from "./offline/lastSeen.ts";
import type { Outcome, Refusal } from "./texts.ts";

export { reasonOf };
export type Answers = inferRouterOutputs<AppRouter>;

/** The error in words for the person at the screen. */
export const wordsOf = (error: unknown): string =>
  reasonOf(error)?.message ??
  // A part of an old page that is not loaded yet, as each browser names it. Not all try it again.
  (error instanceof TypeError && / module/.test(error.message)
    ? "The building's server does not answer, or was upgraded under this page. Check your connection, then load the page again; what you typed is kept."
    : "The building's server does not answer. Check your connection and try again.");

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Without a network a call fails and says so. Otherwise it would wait silently for one.
      networkMode: "always",
      persister: networkFirst,
      refetchOnReconnect: true,
      // Another tab may have changed it a second ago.
      refetchOnWindowFocus: "always",
      retry: (count, error) => count < 1 && !reasonOf(error),
    },
    // Nothing is sent later without the person noticing.
    mutations: { networkMode: "always" },
  },
  queryCache: new QueryCache({
    // The guard redirects, which says enough.
    onError: (error, { queryKey }) => correctSession(error) || failed(queryKey, error),
  }),
  mutationCache: new MutationCache({
    onSuccess: (_data, input, _context, { options }) =>
      void showOutcome(options.mutationKey, "done", input),
    onError: (error, input, _context, { options }) => {
      correctSession(error);
      failed(options.mutationKey, error, input);
    },
  }),
});

export const client = createTRPCClient<AppRouter>({ links: links() });

export const api = createTRPCReact<AppRouter>();

/** The fetched and cached queries, for loaders and for what follows a change. */
export const utils = createTRPCQueryUtils<AppRouter>({ queryClient, client });

interface Stale {
  invalidate: () => Promise<void>;
}
/** For a mutation: what it has changed is fetched again. */
export const refreshes = (what: Stale) => ({ onSuccess: () => what.invalidate() });
/** The same after a refusal too, because somebody else may have changed it. */
export const settles = (what: Stale) => ({ onSettled: () => what.invalidate() });

/** Whether the refusal is about who is signed in; then the cached session is corrected. */
export function correctSession(error: unknown): boolean {
  const code = reasonOf(error)?.code ?? "";
  const { current } = utils.public.session;
  if (code === "auth.signed_out") {
    current.setData(undefined, null);
    void belongTo(null);
  } else if (/wrong_role|step_missing|choose_password/.test(code)) void current.invalidate();
  else return false;
  return true;
}

function failed(key: Key, error: unknown, input?: unknown) {
  const reason = reasonOf(error);
  if (!reason) void checkConnection();
  void showOutcome(key, reason ? "refused" : "broken", input, reason);
}

type Key = readonly unknown[] | undefined;

const texts = () => import("./texts.ts");

/** Loads the toaster with its styles; rejects when it cannot be loaded. */
async function toaster() {
  const loaded = await import("./ui/toaster.ts");
  await loaded.styled;
  return loaded;
}

/** Loads the toasts while there is a network, so that they can say later that there is none. */
export const loadToasts = () =>
  texts()
    .then(toaster)
    .catch(() => undefined);

/** Shows the specification's text for this outcome of a call, if it has one. */
async function showOutcome(key: Key, outcome: Outcome, input?: unknown, reason?: Refusal | null) {
  const words = await texts().catch(() => undefined);
  const said = words?.say(key, outcome, input, reason);
  const kind = outcome === "done" ? "success" : "error";
  if (said) await showToast(kind, said.text, said.more, `${key?.[0]}`);
  // An earlier failure of the same call no longer holds.
  else if (outcome === "done") await dismissToast(`${key?.[0]}`);
}

let isAnyShown = false;

/** The one place that shows a toast, instead of an earlier one with the same id. */
export async function showToast(
  kind: "success" | "error",
  text: string,
  description?: string | null,
  id: string = text,
) {
  isAnyShown = true;
  const loaded = await toaster().catch(() => undefined);
  loaded?.show(kind, text, description, id);
}

export async function dismissToast(id: string) {
  if (!isAnyShown) return;
  const loaded = await toaster().catch(() => undefined);
  loaded?.dismiss(id);
}
