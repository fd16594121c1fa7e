import { AppError } from "../../errors.ts";

interface Queue {
  running: number;
  waiting: (() => void)[];
}

/** So many wait for one key; more are told to come back, so that memory does not pile up. */
const mostWaiting = 500;

const queues = new Map<string, Queue>();

/**
 * Does `work` when what came earlier with the same key is done, or all but a few of it.
 * @param atOnce how many may run at the same time
 * @throws server.busy when too many wait
 */
export async function inQueue<T>(key: string, atOnce: number, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(key) ?? { running: 0, waiting: [] };
  queues.set(key, queue);
  if (queue.running < atOnce) queue.running += 1;
  else if (queue.waiting.length >= mostWaiting) throw new AppError("server.busy");
  else await new Promise<void>((start) => queue.waiting.push(start));
  try {
    return await work();
  } finally {
    // Who waited longest takes over the place, so the number of those running stays.
    const next = queue.waiting.shift();
    if (next) next();
    else queue.running -= 1;
    if (queue.running === 0) queues.delete(key);
  }
}
