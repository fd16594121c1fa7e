import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { createTRPCClient } from "@trpc/client";
import { createTRPCQueryUtils, createTRPCReact } from "@trpc/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../server/api/router.ts";
import { links, reasonOf } from "./links.ts";
import type { Outcome, Refusal } from "./texts.ts";
import { toaster } from "./ui/loadToaster.ts";

export { reasonOf };
export type Answers = inferRouterOutputs<AppRouter>;

/** What went wrong, in words for the person at the screen. */
export const wordsOf = (error: unknown): string =>
  reasonOf(error)?.message ??
  "The building's server does not answer. Check your connection and try again.";

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Without a network a call fails and says so; else it would wait silently for one.
      networkMode: "always",
      refetchOnReconnect: true,
      // Another tab may have changed it a second ago.
      refetchOnWindowFocus: "always",
      retry: (count, error) => count < 1 && !reasonOf(error),
    },
    // Nothing is sent later, behind the back of who pressed.
    mutations: { networkMode: "always" },
  },
  queryCache: new QueryCache({
    // The guard leads on, and that says enough.
    onError: (error, { queryKey }) => isAboutSession(error) || failed(queryKey, error),
  }),
  mutationCache: new MutationCache({
    onSuccess: (_data, input, _context, { options }) =>
      void tell(options.mutationKey, "done", input),
    onError: (error, input, _context, { options }) => {
      isAboutSession(error);
      failed(options.mutationKey, error, input);
    },
  }),
});

/** For calls whose answers nobody keeps. */
export const client = createTRPCClient<AppRouter>({ links: links() });

/** For components. */
export const api = createTRPCReact<AppRouter>();

/** For loaders, and for what is done outside of components. */
export const utils = createTRPCQueryUtils<AppRouter>({ queryClient, client });

/** Whether the refusal tells who is here, or no longer; then what is known of that is put right. */
function isAboutSession(error: unknown): boolean {
  const code = reasonOf(error)?.code ?? "";
  const { current } = utils.public.session;
  if (code === "auth.signed_out") current.setData(undefined, null);
  else if (/wrong_role|step_missing|choose_password/.test(code)) void current.invalidate();
  else return false;
  return true;
}

function failed(key: Key, error: unknown, input?: unknown) {
  const reason = reasonOf(error);
  void tell(key, reason ? "refused" : "broken", input, reason);
}

type Key = readonly unknown[] | undefined;

const texts = () => import("./texts.ts");

/** Fetches what speaks while there is a network: that it is dead cannot come over it. */
export const learnToSpeak = () =>
  texts()
    .then(toaster)
    .catch(() => undefined);

/** Says the text the specification has for this outcome of a call, if it has one. */
async function tell(key: Key, outcome: Outcome, input?: unknown, reason?: Refusal | null) {
  const words = await texts().catch(() => undefined);
  const text = words?.textFor(key, outcome, input);
  const kind = outcome === "done" ? "success" : "error";
  // What the same call said before is no longer so.
  if (text) await say(kind, text, reason && words?.aloud(reason), `${key?.[0]}`);
  else if (outcome === "done") await unsay(`${key?.[0]}`);
}

/** What was said by its id, as far as it may still be on the screen. */
const toastIds = new Set<string>();

/**
 * The one place that shows a toast; calls of the server say theirs by themselves, from texts.ts.
 * Saying something under the same id replaces it. Without a network for the toaster the screen alone says it.
 */
export async function say(
  kind: "success" | "error",
  text: string,
  description?: string | null,
  id: string = text,
  action?: { label: string; onClick: () => void },
) {
  toastIds.add(id);
  const speech = await toaster().catch(() => undefined);
  if (!speech) return;
  speech.toast[kind](text, { id, description, action });
  speech.waitWhileAway(speech.toast);
}

/** Takes back what was said under an id, because it is no longer so. */
export async function unsay(id: string) {
  if (!toastIds.delete(id)) return;
  const speech = await toaster().catch(() => undefined);
  speech?.toast.dismiss(id);
}
