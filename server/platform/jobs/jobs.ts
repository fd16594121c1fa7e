export interface Job {
  name: string;
  /** Milliseconds between starts, below 2^31. */
  everyMs: number;
  /** @param end tells a long run that Stoep is ending: what is begun is completed, no more */
  run: (end: AbortSignal) => void | Promise<void>;
}

interface Log {
  error(details: { err: unknown; job: string }, message: string): void;
}

/** Time for the server to begin listening first, in milliseconds. */
const soonMs = 100;

/** Never twice at the same time. @returns stop, which resolves when no job is running any more */
export function startJobs(jobs: Job[], log: Log): { stop(): Promise<void> } {
  const end = new AbortController();
  const stops = jobs.map((job) => startJob(job, log, end.signal));
  return {
    async stop() {
      end.abort();
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

function startJob({ name, everyMs, run }: Job, log: Log, end: AbortSignal): () => Promise<void> {
  let running: Promise<void> | null = null;

  async function runOnce(): Promise<void> {
    try {
      await run(end);
    } catch (err) {
      log.error({ err, job: name }, `The job "${name}" failed; it will run again.`);
    }
  }

  function start(): void {
    running ??= runOnce().finally(() => {
      running = null;
    });
  }

  let timer: NodeJS.Timeout = setTimeout(() => {
    timer = setInterval(start, everyMs).unref();
    start();
  }, soonMs).unref();

  return async () => {
    clearTimeout(timer);
    await running;
  };
}
