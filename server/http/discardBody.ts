import type { IncomingMessage } from "node:http";

/** The most that is read of a refused body, in bytes and milliseconds. */
const limits = { bytes: 32 * 1024 * 1024, ms: 5_000 };

/** Most clients send all before they read the response. False if a limit was reached. */
export function discardBody(request: IncomingMessage): Promise<boolean> {
  if (request.complete || request.destroyed) return Promise.resolve(true);
  return new Promise((resolve) => {
    let left = limits.bytes;
    const count = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) done();
    };
    const done = () => {
      clearTimeout(patience);
      request.off("data", count).off("end", done).off("close", done).off("error", done);
      resolve(request.complete);
    };
    const patience = setTimeout(done, limits.ms);
    request.on("data", count).on("end", done).on("close", done).on("error", done);
    request.resume();
  });
}
