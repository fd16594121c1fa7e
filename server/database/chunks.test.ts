import { expect, test } from "vitest";
import { inChunks, inOnePiece, mapped, type Work } from "./chunks.ts";

const list = Array.from({ length: 120 }, (_, index) => index);
const doubled = (log: string[]) =>
  mapped(list, (each) => {
    if (each % 40 === 0) log.push(`work ${each}`);
    return each * 2;
  });

test("work in slices lets others come between, and in one piece it does not", async () => {
  const log: string[] = [];
  const other = (name: string) => setImmediate(() => log.push(name));
  other("somebody");
  expect(await inChunks(doubled(log))).toEqual(list.map((each) => each * 2));
  expect(log).toEqual(["work 0", "work 40", "somebody", "work 80"]);
  other("somebody else");
  expect(inOnePiece(doubled(log))).toHaveLength(120);
  expect(log.slice(4)).toEqual(["work 0", "work 40", "work 80"]);
});

test("an error is thrown to the caller", async () => {
  function* failing(): Work<string> {
    yield 1_000;
    throw new Error("no");
  }
  await expect(inChunks(failing())).rejects.toThrow("no");
  expect(() => inOnePiece(failing())).toThrow("no");
});

test("it ends at the next pause when nobody waits for it any more", async () => {
  const log: string[] = [];
  const leaving = new AbortController();
  setImmediate(() => leaving.abort());
  const work = inChunks(doubled(log), leaving.signal);
  await expect(work).rejects.toMatchObject({ code: "request.abandoned" });
  expect(log).toEqual(["work 0", "work 40"]);
});
