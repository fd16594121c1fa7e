import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { httpBatchLink, httpLink, type Operation, splitLink, TRPCClientError } from "@trpc/client";
import { createTRPCQueryUtils, createTRPCReact } from "@trpc/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { v4 as uuid } from "uuid";
import type { AppRouter } from "../server/router.ts";
import { textFor } from "./texts.ts";

export type Answers = inferRouterOutputs<AppRouter>;

export const api = createTRPCReact<AppRouter>();

/** Why the server refused; null when no answer came at all. */
export function reasonOf(error: unknown) {
  if (!(error instanceof TRPCClientError)) return null;
  const { data } = error as TRPCClientError<AppRouter>;
  return data?.reason ?? null;
}

/** What went wrong, in words for the person at the screen. */
export const wordsOf = (error: unknown): string =>
  reasonOf(error)?.message ??
  "The building's server does not answer. Check your connection and try again.";

const url = "/api/trpc";

/** Attempts still without an answer, by what they would do: sending the same again reuses the key. */
const unanswered = new Map<string, string>();
const attemptOf = ({ path, input }: Operation) => `${path} ${JSON.stringify(input)}`;

export const client = api.createClient({
  links: [
    splitLink({
      condition: ({ type }) => type === "mutation",
      true: httpLink({
        url,
        headers: ({ op }) => {
          const attempt = attemptOf(op);
          const key = unanswered.get(attempt) ?? uuid();
          unanswered.set(attempt, key);
          return { "Idempotency-Key": key };
        },
        fetch: async (address, options) => {
          const answer = await fetch(address, options as RequestInit);
          const key = new Headers(options?.headers as HeadersInit).get("Idempotency-Key");
          for (const [attempt, used] of unanswered) if (used === key) unanswered.delete(attempt);
          return answer;
        },
      }),
      // `context: { alone: true }`: a query that may take long, since a batch waits for its slowest, or
      // one whose input is a secret, which as POST stands in no address.
      false: splitLink({
        condition: ({ context }) => context.alone === true,
        true: httpLink({ url, methodOverride: "POST" }),
        false: httpBatchLink({ url, maxItems: 10 }),
      }),
    }),
  ],
});

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (count, error) => count < 1 && !reasonOf(error) },
  },
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => failed(queryKey, error),
  }),
  mutationCache: new MutationCache({
    onSuccess: (_data, input, _context, { options }) => {
      const text = textFor(options.mutationKey, "done", input);
      if (text) void say("success", text);
    },
    onError: (error, input, _context, { options }) => failed(options.mutationKey, error, input),
  }),
});

/** For loaders and for what is done outside components. */
export const utils = createTRPCQueryUtils<AppRouter>({ queryClient, client });

function failed(key: readonly unknown[] | undefined, error: unknown, input?: unknown) {
  const reason = reasonOf(error);
  if (reason?.code === "auth.signed_out") utils.public.session.current.setData(undefined, null);
  if (reason?.code === "auth.wrong_role") void utils.public.session.current.invalidate();
  const text = textFor(key, reason ? "refused" : "broken", input);
  if (text) void say("error", text, reason?.message);
}

/** The one place that shows a toast. Saying the same again replaces it. */
async function say(kind: "success" | "error", text: string, description?: string) {
  const { toast } = await import("sonner");
  toast[kind](text, { id: text, description });
}
