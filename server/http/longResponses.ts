import { Readable } from "node:stream";
import { setImmediate as others } from "node:timers/promises";

/** Up to this many bytes are produced at once; longer responses while the client reads them. */
export const inOneGo = 256_000;

export interface Begun {
  text: string;
  rest: Generator<string, void, void> | null;
}

export function begin(pieces: Generator<string, void, void>): Begun {
  let text = "";
  while (text.length < inOneGo) {
    const { done, value } = pieces.next();
    if (done) return { text, rest: null };
    text += value;
  }
  return { text, rest: pieces };
}

/** Each piece is made after the client has taken the previous one: slow ones fill no memory. */
export function longAnswer({ text, rest }: Begun): Readable {
  async function* pieces() {
    yield Buffer.from(text);
    for (;;) {
      await others();
      const next = rest?.next();
      if (!next || next.done) return;
      yield Buffer.from(next.value);
    }
  }
  return Readable.from(pieces(), { objectMode: false, highWaterMark: 1 });
}
