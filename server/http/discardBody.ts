import type { IncomingMessage } from "node:http";

/** As much of a refused body as is read and forgotten, in bytes and milliseconds. */
const limits = { bytes: 32 * 1024 * 1024, ms: 5_000 };

/**
 * Reads on and forgets what is left of a body that was refused before its end. Most clients send all
 * of it before they look for an answer; closed on earlier, they would see a broken connection and not
 * the reason. Resolves false when it was given up: then the connection should end with the answer.
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
