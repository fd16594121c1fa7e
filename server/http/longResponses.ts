import { Readable } from "node:stream";
import { setImmediate as others } from "node:timers/promises";

/** Up to so many bytes an answer is made in one go; a longer one is made while it is read. */
export const inOneGo = 256_000;

/** What is made of an answer's pieces so far, and the pieces that are still to be made. */
export interface Begun {
  text: string;
  rest: Generator<string, void, void> | null;
}

/** Makes an answer as far as it is made in one go. */
export function begin(pieces: Generator<string, void, void>): Begun {
  let text = "";
  while (text.length < inOneGo) {
    const { done, value } = pieces.next();
    if (done) return { text, rest: null };
    text += value;
  }
  return { text, rest: pieces };
}

/**
 * The rest of a long answer as a stream: a piece is made when the reader has taken the one before, so
 * that a slow reader fills no memory, and others are served in between.
 * @param settled what must be done before anything that was read is told, or null
 */
export function longAnswer({ text, rest }: Begun, settled: () => Promise<void> | null): Readable {
  async function* pieces() {
    yield Buffer.from(text);
    for (;;) {
      await others();
      const next = rest?.next();
      if (!next || next.done) return;
      await settled();
      yield Buffer.from(next.value);
    }
  }
  return Readable.from(pieces(), { objectMode: false, highWaterMark: 1 });
}
