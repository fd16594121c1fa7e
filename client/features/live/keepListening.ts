import { onlineManager } from "@tanstack/react-query";

interface Listener<Event> {
  started: () => void;
  heard: (event: Event) => void;
  /** It failed, or the server ended it. */
  ended: (error?: unknown) => void;
}

/** Opens a stream, which goes on after the event with the id `since`. */
export type Open<Event> = (
  since: string | undefined,
  signal: AbortSignal,
  listener: Listener<Event>,
) => void;

interface Reaction<Event> {
  heard: (event: Event) => void;
  /** Fetches everything again that is shown. */
  refresh: () => void;
  /** Fetches again what may be gone without an event: the server may have been started again. */
  resumed: () => void;
  setPaused: (isPaused: boolean) => void;
  failed: (error: unknown, failures: number) => void;
}

const openWithinMs = 10_000;
const hiddenMs = 30_000;
const pollMs = 30_000;
const shortestMs = 1_000;
const longestMs = 30_000;

/** Longer after each failure, and at random, so that not all devices come back at once. */
const waitMs = (failures: number) =>
  shortestMs + Math.random() * (Math.min(longestMs, shortestMs * 2 ** failures) - shortestMs);

/**
 * Keeps a stream open while somebody sees the page, and polls once there has been none for 10 s.
 * Returns how to end it.
 */
export function keepListening<Event extends { id: string; topic: string }>(
  open: Open<Event>,
  { heard, refresh, resumed, setPaused, failed }: Reaction<Event>,
): () => void {
  let since: string | undefined;
  let isFirst = true;
  let current: AbortController | undefined;
  let failures = 0;
  let lostAt = Date.now();
  /** Infinity while the page is visible. */
  let hiddenAt = Number.POSITIVE_INFINITY;
  /** Until an attempt is given up, or until the next one. */
  let attempt: ReturnType<typeof setTimeout> | undefined;
  let untilAsleep: ReturnType<typeof setTimeout> | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;

  function pause(isPaused: boolean): void {
    if (isPaused === (polling !== undefined)) return;
    clearInterval(polling);
    polling = isPaused ? setInterval(refresh, pollMs) : undefined;
    setPaused(isPaused);
  }
  function stop(): void {
    clearTimeout(attempt);
    attempt = undefined;
    current?.abort();
    current = undefined;
  }
  function start(): void {
    stop();
    current = new AbortController();
    const { signal } = current;
    let isOpen = false;
    const lose = (error?: unknown) => {
      if (signal.aborted) return;
      stop();
      failures += 1;
      if (isOpen) lostAt = Date.now();
      else if (Date.now() - lostAt >= openWithinMs) pause(true);
      attempt = setTimeout(start, waitMs(failures));
      failed(error, failures);
    };
    attempt = setTimeout(() => {
      pause(true);
      lose();
    }, openWithinMs);
    open(since, signal, {
      started: () => {
        if (signal.aborted) return;
        clearTimeout(attempt);
        isOpen = true;
        failures = 0;
        if (!isFirst) resumed();
        isFirst = false;
        // Missed events come only after one that was heard.
        if (polling && since === undefined) refresh();
        pause(false);
      },
      heard: (event) => {
        if (signal.aborted) return;
        since = event.id;
        if (event.topic !== "replaced") return heard(event);
        // Newer tabs of this browser need the connection, until somebody looks at this one.
        stop();
        pause(true);
      },
      ended: lose,
    });
  }
  function sleep(): void {
    stop();
    pause(false);
  }
  function wake(): void {
    clearTimeout(untilAsleep);
    // A device that slept has run no timers, and its stream may be dead.
    const isStale = Date.now() - hiddenAt >= hiddenMs;
    if (document.hidden) return;
    hiddenAt = Number.POSITIVE_INFINITY;
    if (current && !isStale) return;
    lostAt = Date.now();
    start();
  }
  function look(): void {
    if (document.hidden) {
      hiddenAt = Date.now();
      untilAsleep = setTimeout(sleep, hiddenMs);
    } else wake();
  }
  /** An open stream would keep the page out of the browser's cache of pages. */
  function comeBack({ persisted }: PageTransitionEvent): void {
    if (!persisted) return;
    refresh();
    wake();
  }

  const over = new AbortController();
  const { signal } = over;
  document.addEventListener("visibilitychange", look, { signal });
  window.addEventListener("focus", wake, { signal });
  window.addEventListener("pagehide", sleep, { signal });
  window.addEventListener("pageshow", comeBack, { signal });
  const forget = onlineManager.subscribe((isOnline) => {
    if (isOnline) wake();
  });
  wake();
  return () => {
    over.abort();
    forget();
    clearTimeout(untilAsleep);
    sleep();
  };
}
