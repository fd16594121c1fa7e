import { requestError } from "../../errors.ts";

const queues = new Map<string, { running: number; waiting: (() => void)[] }>();

/** Runs `work` after earlier work with the same key. @throws server.busy when too many wait */
export async function inQueue<T>(
  key: string,
  atOnce: number,
  work: () => Promise<T>,
  mostWaiting = 500,
): Promise<T> {
  const queue = queues.get(key) ?? { running: 0, waiting: [] };
  queues.set(key, queue);
  if (queue.running < atOnce) queue.running += 1;
  else if (queue.waiting.length >= mostWaiting) throw requestError("server.busy");
  else await new Promise<void>((start) => queue.waiting.push(start));
  try {
    return await work();
  } finally {
    // The longest waiting one takes over the place, so the number of running ones stays.
    const next = queue.waiting.shift();
    if (next) next();
    else queue.running -= 1;
    if (queue.running === 0) queues.delete(key);
  }
}
