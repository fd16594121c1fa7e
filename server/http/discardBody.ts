import type { IncomingMessage } from "node:http";

/** The most that is read of a refused body, in bytes and milliseconds. */
const limits = { bytes: 32 * 1024 * 1024, ms: 5_000 };

/**
 * Reads and discards the rest of a body that was refused early. Most clients send all of it before
 * they read the response. If the connection closed earlier, they would report a broken connection
 * instead of the reason. Resolves to false if a limit was reached; then the connection should close
 * after the response.
 */
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
