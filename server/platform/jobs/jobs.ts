export interface Job {
  name: string;
  /** Milliseconds between starts, below 2^31. */
  everyMs: number;
  run: () => void | Promise<void>;
}

interface Log {
  error(details: { err: unknown; job: string }, message: string): void;
}

/** Time for the server to begin listening first, in milliseconds. */
const soonMs = 100;

/** Never twice at the same time. @returns stop, which resolves when no job is running any more */
export function startJobs(jobs: Job[], log: Log): { stop(): Promise<void> } {
  const stops = jobs.map((job) => startJob(job, log));
  return {
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

function startJob({ name, everyMs, run }: Job, log: Log): () => Promise<void> {
  let running: Promise<void> | null = null;

  async function runOnce(): Promise<void> {
    try {
      await run();
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
