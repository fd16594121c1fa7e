import { useLocation } from "@tanstack/react-router";
import { WifiOff } from "lucide-react";
import { useEffect, useState } from "react";
import { queryClient, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Moment } from "../../ui/DateTime.tsx";
import type { PageMessage, WorkerMessage } from "./cachedQueries.ts";

/** How often a page asks whether the house answers again. */
const askEveryMs = 5_000;

/** When the kept answers on the screen were given, by procedure. */
const given = new Map<string, number>();

/** Says that there is no network, and how old is what stands below. */
export default function LastSeen() {
  const isOffline = useWorker();
  // What is shown changes with the page.
  useLocation({ select: ({ pathname }) => pathname });
  if (!isOffline) return null;
  const at = oldestShown();
  return (
    <div className="sticky top-0 z-10 mb-5 flex items-center justify-between gap-2 rounded-lg bg-fynbos-pale py-1.5 pr-1.5 pl-4">
      <p role="status" className="flex min-w-0 items-center gap-2 font-semibold">
        <WifiOff aria-hidden="true" className="size-5 shrink-0" />
        <span>
          You are offline.{" "}
          {at && (
            <>
              Last seen <Moment at={at} />.
            </>
          )}
        </span>
      </p>
      <Button
        small
        kind="plain"
        className="text-ink! print:hidden"
        onClick={() => ask("Do you reach the house?")}
      >
        Try again
      </Button>
    </div>
  );
}

/** The time of the oldest thing on the screen, ISO; null when there is none. */
function oldestShown(): string | null {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: "active" })
    .flatMap(({ queryKey: [path], state: { dataUpdatedAt } }) => {
      const procedure = (path as string[]).join(".");
      // Who is signed in is no news, and the weather says its age itself.
      if (/^public\.|weather/.test(procedure) || !dataUpdatedAt) return [];
      return given.get(procedure) ?? dataUpdatedAt;
    });
  return times.length > 0 ? new Date(Math.min(...times)).toISOString() : null;
}

const workers = navigator.serviceWorker;

const ask = (message: PageMessage) => workers.controller?.postMessage(message);

/** Starts the worker and listens to it. Answers whether the house is out of reach. */
function useWorker(): boolean {
  const [isOffline, setOffline] = useState(!navigator.onLine);
  const [, drawAgain] = useState(0);
  useEffect(() => {
    const listen = ({ data }: MessageEvent<WorkerMessage>) => {
      if ("reached" in data) return setOffline(!data.reached || !navigator.onLine);
      if (data.seen) given.set(data.procedure, Date.parse(data.seen));
      else given.delete(data.procedure);
      setOffline(data.seen !== null || !navigator.onLine);
      drawAgain((count) => count + 1);
    };
    const reach = () => {
      if (!navigator.onLine) setOffline(true);
      ask("Do you reach the house?");
    };
    workers.addEventListener("message", listen);
    workers.addEventListener("controllerchange", keepWhatIsShown);
    window.addEventListener("offline", reach);
    window.addEventListener("online", reach);
    workers.startMessages();
    void start().then(reach);
    return () => {
      workers.removeEventListener("message", listen);
      workers.removeEventListener("controllerchange", keepWhatIsShown);
      window.removeEventListener("offline", reach);
      window.removeEventListener("online", reach);
    };
  }, []);
  useEffect(() => {
    if (!isOffline) return;
    const turn = setInterval(() => ask("Do you reach the house?"), askEveryMs);
    return () => {
      clearInterval(turn);
      // Back: everything that is shown is asked for again.
      given.clear();
      void queryClient.invalidateQueries();
    };
  }, [isOffline]);
  return isOffline;
}

/** What was read before there was a worker passes it once more, so that it can keep it. */
let isFirst = !workers.controller;
function keepWhatIsShown() {
  if (isFirst) void queryClient.invalidateQueries();
  isFirst = false;
}

async function start() {
  try {
    await workers.register("/sw.js");
  } catch {
    // Without it everything works but the offline page.
  }
  // Who signed in since the last page: the worker keeps answers for one person.
  if (workers.controller) await utils.public.session.current.invalidate();
}
