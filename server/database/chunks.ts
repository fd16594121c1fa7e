import { setImmediate as others } from "node:timers/promises";

/** Work that may be laid aside wherever it yields how many pieces it did, such as rows of a file. */
export type Work<T> = Generator<number, T, void>;

/** So many pieces are done before others are served. */
const piecesAtATime = 50;

/** Does all of it and lets others be served in between; what was read before may have changed since. */
export async function inChunks<T>(work: Work<T>): Promise<T> {
  for (let pieces = 0; ; ) {
    const { done, value } = work.next();
    if (done) return value;
    pieces += value;
    if (pieces < piecesAtATime) continue;
    await others();
    pieces = 0;
  }
}

/** Does all of it in one piece. */
export function inOnePiece<T>(work: Work<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** What `map` does, a piece at a time. */
export function* mapped<Item, Result>(
  list: readonly Item[],
  each: (item: Item) => Result,
): Work<Result[]> {
  const results: Result[] = [];
  for (const item of list) {
    results.push(each(item));
    yield 1;
  }
  return results;
}
