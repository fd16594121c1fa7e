import {
  experimental_createQueryPersister,
  type PersistedQuery,
} from "@tanstack/query-persist-client-core";
import { notifyManager, type QueryPersister } from "@tanstack/react-query";
import { createStore, del, entries, get, promisifyRequest } from "idb-keyval";
import { version } from "../../package.json";
import { reasonOf } from "../links.ts";
import { isCached, procedureOf } from "./cachedQueries.ts";
import { checkConnection } from "./connection.ts";
import { patienceMs } from "./patience.ts";

const store = createStore("stoep-last-seen", "queries");
/** The key under which the store says whose data it has: a `profileId`. */
const ownerKey = "owner";

/** The person who is signed in, as this tab last heard from the server: a `profileId`. */
let owner: string | null = null;

/** Some browsers refuse to store anything. Then the app works, but only online. */
const unavailable = () => undefined;

/** Runs a change if its condition holds for the stored owner, both in one transaction. */
const changeIf = async (
  condition: (stored: unknown) => boolean,
  change: (queries: IDBObjectStore) => void,
): Promise<void> =>
  store("readwrite", (queries) => {
    const stored = queries.get(ownerKey);
    stored.onsuccess = () => {
      if (condition(stored.result)) change(queries);
    };
    return promisifyRequest(queries.transaction);
  }).catch(unavailable);

/** Deletes what another person has read. Call it whenever it is known who is signed in now. */
export function belongTo(session: { profileId: string } | null | undefined): Promise<void> {
  const next = session?.profileId ?? null;
  owner = next;
  return changeIf(
    (stored) => stored !== (next ?? undefined),
    (queries) => {
      queries.clear();
      if (next) queries.put(next, ownerKey);
    },
  );
}

const persister = experimental_createQueryPersister<PersistedQuery>({
  storage: {
    getItem: (key) => get(key, store),
    // In another tab the owner may have signed out since.
    setItem: (key, query) =>
      changeIf(
        (stored) => owner !== null && stored === owner,
        (queries) => queries.put(query, key),
      ),
    removeItem: (key) => del(key, store),
    entries: () => entries(store),
  },
  serialize: (query) => query,
  deserialize: (query) => query,
  buster: version,
  maxAge: 14 * 86_400_000,
});

/** Stores a query whose data did not come through `networkFirst`. */
export const { persistQueryByKey } = persister;

/** Deletes what is too old, or was stored by another version. */
export const deleteExpired = () => persister.persisterGc().catch(unavailable);

const tooLong = () =>
  new Promise<never>((_, reject) => setTimeout(reject, patienceMs, new Error("No answer yet.")));

/** The last answer stands in only while the server does not answer, with its own time. */
export const networkFirst: QueryPersister = async (queryFn, context, query) => {
  const fetched = Promise.resolve(queryFn(context));
  if (!isCached(query.queryKey)) return fetched;
  const answer = fetched.then((data) => {
    // It was asked for in a session that has ended meanwhile, or has been asked for again.
    if (context.signal.aborted) return data;
    if (procedureOf(query.queryKey) === "public.session.current")
      void belongTo(data as Parameters<typeof belongTo>[0]);
    // By then the query has its new data.
    notifyManager.schedule(() => void persister.persistQuery(query));
    return data;
  });
  try {
    return await Promise.race([answer, tooLong()]);
  } catch (error) {
    if (reasonOf(error) || (await checkConnection())) return answer;
    const lastSeen = await persister
      .retrieveQuery(query.queryHash, ({ state: { dataUpdatedAt } }) =>
        query.setState({ dataUpdatedAt }),
      )
      .catch(unavailable);
    return lastSeen === undefined ? answer : lastSeen;
  }
};
