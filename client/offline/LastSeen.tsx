import { notifyManager, onlineManager } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { queryClient } from "../trpc.ts";
import { Button } from "../ui/Button.tsx";
import { Moment } from "../ui/DateTime.tsx";
import { procedureOf } from "./cachedQueries.ts";
import { checkConnection } from "./connection.ts";
import { deleteExpired } from "./lastSeen.ts";
import { resumePush } from "./push.ts";

export default function LastSeen() {
  const isOnline = useSyncExternalStore(onlineManager.subscribe, () => onlineManager.isOnline());
  useEffect(() => {
    void deleteExpired();
    // Browsers also offer a worker on localhost without HTTPS. If it fails, only offline use and
    // notifications are missing.
    if (location.protocol === "https:")
      navigator.serviceWorker
        .register("/sw.js")
        .then(resumePush)
        .catch(() => undefined);
  }, []);
  return isOnline ? null : <Banner />;
}

function Banner() {
  const at = useSyncExternalStore(subscribe, oldestShown);
  return (
    <div className="sticky top-0 z-10 mb-5 flex items-center justify-between gap-2 rounded-lg bg-fynbos-pale py-1.5 pr-1.5 pl-4">
      <p role="status" className="flex min-w-0 items-center gap-2 font-semibold">
        <WifiOff className="size-5 shrink-0" />
        <span>
          You are offline.{" "}
          {at && (
            <>
              Last seen <Moment at={at} />.
            </>
          )}
        </span>
      </p>
      <Button small kind="plain" className="text-ink! print:hidden" onClick={checkConnection}>
        Try again
      </Button>
    </div>
  );
}

const queries = queryClient.getQueryCache();

const subscribe = (changed: () => void) => queries.subscribe(notifyManager.batchCalls(changed));

/** When the oldest data on the screen were fetched, ISO; null when there are none. */
function oldestShown(): string | null {
  const times = queries
    .findAll({ type: "active" })
    // The session is not shown, and the weather shows its own age.
    .filter(({ queryKey }) => !/^public\.|weather/.test(procedureOf(queryKey)))
    .flatMap(({ state: { dataUpdatedAt } }) => dataUpdatedAt || []);
  return times.length > 0 ? new Date(Math.min(...times)).toISOString() : null;
}
