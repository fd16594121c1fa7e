import { setImmediate as soon } from "node:timers/promises";
import { expect, test } from "vitest";
import { AppError } from "../../errors.ts";
import { inQueue } from "./queue.ts";

/** Work that goes on until it is told to end. */
function longWork() {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end: () => end(), work: () => over };
}

test("what comes while others run waits for its turn, and more than may wait are refused", async () => {
  const first = longWork();
  const done: string[] = [];
  const add = (name: string, work: () => Promise<void>) =>
    inQueue(
      "lists",
      1,
      async () => {
        await work();
        done.push(name);
      },
      1,
    );
  const one = add("one", first.work);
  const two = add("two", async () => undefined);
  const refused = await add("three", async () => undefined).catch((error: unknown) => error);
  expect(refused instanceof AppError && refused.code).toBe("server.busy");
  await soon();
  expect(done).toEqual([]);
  first.end();
  await Promise.all([one, two]);
  expect(done).toEqual(["one", "two"]);
  await add("four", async () => undefined);
  expect(done).toEqual(["one", "two", "four"]);
});

test("work that fails lets the next one begin", async () => {
  const failed = inQueue("faults", 1, async () => Promise.reject(new Error("no")));
  const next = inQueue("faults", 1, async () => "done");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("done");
});
