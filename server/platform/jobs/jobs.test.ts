import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startJobs } from "./jobs.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Records how a job's errors were logged. */
function notebook() {
  const lines: unknown[] = [];
  return {
    lines,
    error: (details: object, message: string) => lines.push({ ...details, message }),
  };
}

test("a job runs soon after the start and then again and again", async () => {
  const at: number[] = [];
  const begun = Date.now();
  const jobs = startJobs(
    [{ name: "count", everyMs: 60_000, run: () => void at.push(Date.now() - begun) }],
    notebook(),
  );
  expect(at).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(at).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(at.map((ms) => ms - (at[0] ?? 0))).toEqual([0, 60_000, 120_000]);
  await jobs.stop();
});

test("a job that takes longer than its interval never overlaps itself, nor holds up others", async () => {
  let inside = 0;
  let most = 0;
  let slowRuns = 0;
  let quickRuns = 0;
  const slow = async () => {
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    inside--;
    slowRuns++;
  };
  const jobs = startJobs(
    [
      { name: "slow", everyMs: 1_000, run: slow },
      { name: "quick", everyMs: 1_000, run: () => void quickRuns++ },
    ],
    notebook(),
  );
  await vi.advanceTimersByTimeAsync(10_050);
  expect(most).toBe(1);
  expect(slowRuns).toBe(3);
  expect(quickRuns).toBe(10);
  const stopped = jobs.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  await stopped;
});

test("an error is logged with the job's name and the job goes on", async () => {
  const log = notebook();
  const broken = new Error("no such table");
  const throwIt = () => {
    throw broken;
  };
  const jobs = startJobs(
    [
      { name: "throws", everyMs: 1_000, run: throwIt },
      { name: "rejects", everyMs: 1_000, run: () => Promise.reject(broken) },
    ],
    log,
  );
  await vi.advanceTimersByTimeAsync(1_500);
  const line = (job: string) => ({
    err: broken,
    job,
    message: `The job "${job}" failed; it will run again.`,
  });
  expect(log.lines).toEqual(["throws", "rejects", "throws", "rejects"].map(line));
  await jobs.stop();
});

test("a run in progress hears that it should end", async () => {
  let heard = 0;
  const run = (end: AbortSignal) =>
    new Promise<void>((resolve) => {
      end.addEventListener("abort", () => {
        heard += 1;
        resolve();
      });
    });
  const jobs = startJobs([{ name: "mail", everyMs: 1_000, run }], notebook());
  await vi.advanceTimersByTimeAsync(200);
  expect(heard).toBe(0);
  await jobs.stop();
  expect(heard).toBe(1);
});

test("stop waits for the run in progress, and nothing runs after it, nor without a first run", async () => {
  let begun = 0;
  let ended = 0;
  const run = async () => {
    begun++;
    await new Promise((resolve) => setTimeout(resolve, 500));
    ended++;
  };
  await startJobs([{ name: "none", everyMs: 10, run }], notebook()).stop();
  const jobs = startJobs([{ name: "backup", everyMs: 1_000, run }], notebook());
  await vi.advanceTimersByTimeAsync(200);
  expect([begun, ended]).toEqual([1, 0]);
  const stopped = jobs.stop().then(() => expect(ended).toBe(1));
  await vi.advanceTimersByTimeAsync(10_000);
  await stopped;
  expect(begun).toBe(1);
});
