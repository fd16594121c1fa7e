import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepListening, type Open } from "./keepListening.ts";

interface Event {
  id: string;
  topic: string;
}
type Listener = Parameters<Open<Event>>[2];

interface Attempt extends Listener {
  since: string | undefined;
  signal: AbortSignal;
}

const page = Object.assign(new EventTarget(), { hidden: false });
const frame = new EventTarget();
let attempts: Attempt[];
let heard: string[];
let refreshed: number;
let resumed: number;
let isPaused: boolean;
let end: () => void;

const seconds = (count: number) => vi.advanceTimersByTime(count * 1_000);
const last = () => attempts.at(-1) as Attempt;
const openStreams = () => attempts.filter(({ signal }) => !signal.aborted).length;
function see(isSeen: boolean): void {
  page.hidden = !isSeen;
  page.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", frame);
  page.hidden = false;
  [attempts, heard, refreshed, resumed, isPaused] = [[], [], 0, 0, false];
});

function listen(): void {
  end = keepListening<Event>(
    (since, signal, listener) => void attempts.push({ since, signal, ...listener }),
    {
      heard: ({ topic }) => void heard.push(topic),
      refresh: () => {
        refreshed += 1;
      },
      resumed: () => {
        resumed += 1;
      },
      setPaused: (value) => {
        isPaused = value;
      },
      failed: () => undefined,
    },
  );
}

afterEach(() => {
  end();
  expect(openStreams()).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("one stream is open, and a lost one goes on after the last event", () => {
  listen();
  last().started();
  last().heard({ id: "a:1", topic: "fine" });
  seconds(3_600);
  expect([attempts.length, heard, refreshed, isPaused]).toEqual([1, ["fine"], 0, false]);
  const [first] = attempts;
  expect(resumed).toBe(0);
  last().ended();
  expect(openStreams()).toBe(0);
  seconds(2);
  expect([attempts.length, last().since]).toEqual([2, "a:1"]);
  // What the lost one still says is no longer heard.
  first?.heard({ id: "a:9", topic: "visit" });
  first?.ended();
  last().started();
  expect([attempts.length, heard, isPaused, refreshed]).toEqual([2, ["fine"], false, 0]);
  // What the server only remembers may be gone without an event.
  expect(resumed).toBe(1);
});

test("a stream that does not open within 10 s is given up, and everything is polled until one does", () => {
  listen();
  seconds(9.9);
  expect([isPaused, openStreams()]).toEqual([false, 1]);
  seconds(0.2);
  expect([isPaused, openStreams()]).toEqual([true, 0]);
  seconds(65);
  expect(refreshed).toBe(2);
  // The next attempt comes at random, perhaps after another poll.
  while (openStreams() === 0) seconds(1);
  const before = refreshed;
  last().started();
  expect([isPaused, refreshed]).toEqual([false, before + 1]);
  seconds(65);
  expect(refreshed).toBe(before + 1);
});

test("attempts come after 1 to 30 s, ever later, without an end", () => {
  listen();
  const waits: number[] = [];
  for (let round = 0; round < 200; round += 1) {
    const { length } = attempts;
    const before = Date.now();
    last().ended(new Error("refused"));
    while (attempts.length === length) vi.advanceTimersByTime(100);
    waits.push(Date.now() - before);
  }
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(30_100);
  expect(Math.max(...waits.slice(0, 2))).toBeLessThanOrEqual(4_100);
  expect(Math.max(...waits)).toBeGreaterThan(20_000);
  expect(new Set(waits).size).toBeGreaterThan(50);
  expect(isPaused).toBe(true);
});

test("a page hidden for 30 s closes its stream, and opens it when it is seen again", () => {
  listen();
  last().started();
  last().heard({ id: "a:7", topic: "visit" });
  see(false);
  seconds(29);
  see(true);
  expect([attempts.length, openStreams()]).toEqual([1, 1]);
  see(false);
  seconds(30);
  expect(openStreams()).toBe(0);
  seconds(3_600);
  expect([attempts.length, refreshed, isPaused]).toEqual([1, 0, false]);
  see(true);
  expect([openStreams(), last().since]).toEqual([1, "a:7"]);
});

test("a page opened in the background has no stream, and a device that slept opens a new one", () => {
  page.hidden = true;
  listen();
  seconds(60);
  expect(attempts).toEqual([]);
  see(true);
  last().started();
  see(false);
  // Its timers stood still.
  vi.setSystemTime(Date.now() + 3_600_000);
  see(true);
  expect([attempts.length, openStreams()]).toEqual([2, 1]);
});

test("a page that comes back from the browser's cache fetches again", () => {
  listen();
  last().started();
  frame.dispatchEvent(new Event("pagehide"));
  expect(openStreams()).toBe(0);
  frame.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect([openStreams(), refreshed]).toEqual([1, 1]);
});

test("a replaced tab polls, until somebody looks at it", () => {
  listen();
  last().started();
  last().heard({ id: "a:3", topic: "replaced" });
  last().ended();
  expect([openStreams(), isPaused, heard]).toEqual([0, true, []]);
  seconds(31);
  expect([attempts.length, refreshed]).toEqual([1, 1]);
  frame.dispatchEvent(new Event("focus"));
  last().started();
  expect([openStreams(), isPaused, last().since]).toEqual([1, false, "a:3"]);
});
