import {
  type FetchQueryOptions,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryClient,
  type UseMutationOptions,
  type UseQueryOptions,
  type UseSuspenseQueryOptions,
  useMutation,
  useQuery,
  useSuspenseQuery,
} from "@tanstack/react-query";
import type { TRPCClient } from "@trpc/client";
import type { CreateTRPCReact, createTRPCQueryUtils } from "@trpc/react-query";
import type { AppRouter } from "../server/api/router.ts";
import { reauthenticated } from "./features/session/reauthentication.ts";
import { ask, type Manner, post } from "./link.ts";

type Path = readonly string[];
type Given<Options> = Omit<Options, "queryKey"> & { trpc?: Manner };

/** What a part of the router is called by here: other names that tRPC has for it are not there. */
type Only<Part, Verb> = {
  [Name in keyof Part as Part[Name] extends (...args: never[]) => unknown
    ? Name & Verb
    : Name]: Name extends Verb ? Part[Name] : Only<Part[Name], Verb>;
};
type Hook = "useQuery" | "useSuspenseQuery" | "useMutation";
type Utility =
  | "ensureData"
  | "prefetch"
  | "fetch"
  | "getData"
  | "setData"
  | "invalidate"
  | "cancel";

interface Procedures {
  /** For components. */
  api: Only<CreateTRPCReact<AppRouter, unknown>, Hook> & { useUtils: () => Utils };
  /** For loaders, and for what is done outside of components. */
  utils: Utils;
  /** For calls whose answers nobody keeps. */
  client: Only<TRPCClient<AppRouter>, "query" | "mutate">;
}
type Utils = Only<ReturnType<typeof createTRPCQueryUtils<AppRouter>>, Utility>;

/** A key as tRPC makes it: with no input it stands for everything below the path. */
function keyOf(path: Path, input: unknown, type?: "query") {
  if (!input && !type) return path.length > 0 ? [path] : [];
  return [path, { ...(input !== undefined && { input }), ...(type && { type }) }];
}

const queryOf = (path: Path, input: unknown, { trpc, ...options }: { trpc?: Manner } = {}) => ({
  ...options,
  queryKey: keyOf(path, input, "query"),
  queryFn: () => ask(path.join("."), input, trpc),
});

const change = (path: Path, input: unknown) => reauthenticated(() => post(path.join("."), input));

/**
 * The procedures of the server as hooks and as utilities, named and typed as tRPC's own bindings; those
 * weigh 7 KB on every first load, mostly for what nobody here uses.
 */
export function proceduresOf(queryClient: QueryClient): Procedures {
  type Filters = InvalidateQueryFilters;
  const verbs = {
    query: (path: Path, input: unknown, manner?: Manner) => ask(path.join("."), input, manner),
    mutate: change,
    useUtils: () => procedures,
    useQuery: (path: Path, input: unknown, options?: Given<UseQueryOptions>) =>
      useQuery(queryOf(path, input, options), queryClient),
    useSuspenseQuery: (path: Path, input: unknown, options?: Given<UseSuspenseQueryOptions>) => {
      const query = useSuspenseQuery(queryOf(path, input, options), queryClient);
      return [query.data, query];
    },
    useMutation: (path: Path, options?: UseMutationOptions) =>
      useMutation(
        { ...options, mutationKey: [path], mutationFn: (input) => change(path, input) },
        queryClient,
      ),
    fetch: (path: Path, input: unknown, options?: Given<FetchQueryOptions>) =>
      queryClient.fetchQuery(queryOf(path, input, options)),
    prefetch: (path: Path, input: unknown, options?: Given<FetchQueryOptions>) =>
      queryClient.prefetchQuery(queryOf(path, input, options)),
    ensureData: (path: Path, input: unknown, options?: Given<FetchQueryOptions>) =>
      queryClient.ensureQueryData(queryOf(path, input, options)),
    getData: (path: Path, input: unknown) => queryClient.getQueryData(keyOf(path, input, "query")),
    setData: (path: Path, input: unknown, data: unknown) =>
      queryClient.setQueryData(keyOf(path, input, "query"), data),
    invalidate: (path: Path, input?: unknown, filters?: Filters, options?: InvalidateOptions) =>
      queryClient.invalidateQueries({ ...filters, queryKey: keyOf(path, input) }, options),
    cancel: (path: Path, input?: unknown) =>
      queryClient.cancelQueries({ queryKey: keyOf(path, input) }),
  };
  const named = (path: Path): unknown =>
    new Proxy(() => {}, {
      get: (_, name) => named([...path, String(name)]),
      apply: (_, __, args) => {
        const verb = verbs[path.at(-1) as keyof typeof verbs] as (...given: unknown[]) => unknown;
        return verb(path.slice(0, -1), ...args);
      },
    });
  const procedures = named([]);
  return { api: procedures, utils: procedures, client: procedures } as Procedures;
}
