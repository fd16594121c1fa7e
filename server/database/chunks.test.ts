import { expect, test } from "vitest";
import { inChunks, type Work } from "./chunks.ts";

/** Does 120 pieces of work, and notes some of them. */
function* noting(log: string[]): Work<string> {
  for (let piece = 0; piece < 120; piece++) {
    if (piece % 40 === 0) log.push(`work ${piece}`);
    yield 1;
  }
  return "done";
}

test("work in chunks lets others come between", async () => {
  const log: string[] = [];
  setImmediate(() => log.push("somebody"));
  expect(await inChunks(noting(log))).toBe("done");
  expect(log).toEqual(["work 0", "work 40", "somebody", "work 80"]);
});

test("an error is thrown to the caller", async () => {
  function* failing(): Work<string> {
    yield 1_000;
    throw new Error("no");
  }
  await expect(inChunks(failing())).rejects.toThrow("no");
});

test("it ends at the next pause when nobody waits for it any more", async () => {
  const log: string[] = [];
  const leaving = new AbortController();
  setImmediate(() => leaving.abort());
  const work = inChunks(noting(log), leaving.signal);
  await expect(work).rejects.toMatchObject({ code: "request.abandoned" });
  expect(log).toEqual(["work 0", "work 40"]);
});
