import { setImmediate as others } from "node:timers/promises";
import { requestError } from "../errors.ts";

/** Work that can pause. It yields the number of pieces done, such as rows of a file. */
export type Work<T> = Generator<number, T, void>;

/** Other requests run after this many pieces. */
const piecesAtATime = 50;

/**
 * Completes the work. Other requests run in between, so data read earlier may have changed.
 * @param signal aborted when nobody waits for it any more
 * @throws request.abandoned
 */
export async function inChunks<T>(work: Work<T>, signal?: AbortSignal): Promise<T> {
  for (let pieces = 0; ; ) {
    const { done, value } = work.next();
    if (done) return value;
    pieces += value;
    if (pieces < piecesAtATime) continue;
    await others();
    stopIfGone(signal);
    pieces = 0;
  }
}

/** @throws request.abandoned */
export function stopIfGone(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw requestError("request.abandoned");
}
