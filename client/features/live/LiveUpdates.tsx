import { onlineManager, useIsMutating } from "@tanstack/react-query";
import { getMutationKey } from "@trpc/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { checkConnection } from "../../offline/connection.ts";
import { type Answers, api, client, correctSession, queryClient } from "../../trpc.ts";
import { keepListening, type Open } from "./keepListening.ts";
import { fetchChanged, forgetChanged, onEachDay } from "./showing.ts";

/** Hears of changes while a page of an area is open, and says when it does not. */
export default function LiveUpdates() {
  const [isPaused, setPaused] = useState(false);
  const isOnline = useSyncExternalStore(onlineManager.subscribe, () => onlineManager.isOnline());
  // Whoever is signing out needs nothing more, and would only be refused it.
  const isLeaving = useIsMutating({ mutationKey: getMutationKey(api.public.session.signOut) }) > 0;
  useEffect(() => {
    if (isLeaving) return undefined;
    const stop = keepListening(open, { heard, refresh, resumed, setPaused, failed });
    return () => {
      stop();
      forgetChanged();
    };
  }, [isLeaving]);
  useEffect(() => onEachDay(refresh), []);
  // Without a network, the page says that already.
  if (!isPaused || !isOnline) return null;
  return (
    <p role="status" className="mb-5 rounded-lg bg-sunken px-4 py-2.5 print:hidden">
      <b>Live updates are paused.</b> What you see is fetched again every 30 seconds.
    </p>
  );
}

type Event =
  Answers["member"]["live"]["events"] extends AsyncIterable<{ data: infer Data }> ? Data : never;

const open: Open<Event> = (lastEventId, signal, { started, heard, ended }) =>
  client.member.live.events.subscribe(
    { lastEventId },
    {
      signal,
      onStarted: started,
      onData: ({ data }) => heard(data),
      // The browser would connect again without the time between that we keep.
      onConnectionStateChange: ({ error }) => error && ended(error),
      onError: ended,
      onComplete: ended,
    },
  );

const heard = ({ topic }: Event) => (topic === "resync" ? refresh() : fetchChanged(topic));

/** Fetches only what the screen shows; the rest is fetched when somebody goes there. */
function refresh(): void {
  if (onlineManager.isOnline()) void queryClient.invalidateQueries();
}

// What the gate asks is not stored, so a restart of the server ends it without an event.
const resumed = () => fetchChanged("visit");

function failed(error: unknown, failures: number): void {
  // Once may be a restart, which takes a second.
  if (!correctSession(error) && failures > 1) void checkConnection();
}
