import { setImmediate as others } from "node:timers/promises";
import { expect, test } from "vitest";
import { AppError } from "../../errors.ts";
import { inCallerQueue } from "./callerQueue.ts";

const of = (caller: string, calls = 1, signal?: AbortSignal) => ({ caller, calls, signal });

/** Work that ends when it is told to. */
function held() {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end: () => end(), query: () => over };
}

/** A query that keeps the server busy for longer than one person may. */
const costly = (done: () => void) => async () => {
  const begun = performance.now();
  while (performance.now() - begun < 6);
  done();
};

const codeOf = (error: unknown) => error instanceof AppError && error.code;

test("a person's third query waits for one of the first two, and nobody else's does", async () => {
  const [one, two] = [held(), held()];
  const done: string[] = [];
  const running = [inCallerQueue(of("thandi"), one.query), inCallerQueue(of("thandi"), two.query)];
  const third = inCallerQueue(of("thandi"), async () => void done.push("third"));
  await inCallerQueue(of("pieter"), async () => void done.push("pieter"));
  await others();
  expect(done).toEqual(["pieter"]);
  two.end();
  await third;
  expect(done).toEqual(["pieter", "third"]);
  one.end();
  await Promise.all(running);
});

test("after a few milliseconds of one person's queries others have a turn", async () => {
  const done: string[] = [];
  const queries = Array.from({ length: 6 }, () =>
    inCallerQueue(
      of("sipho"),
      costly(() => void done.push("sipho")),
    ),
  );
  for (let round = 0; round < 2; round += 1) {
    await others();
    done.push("another request");
  }
  await Promise.all(queries);
  expect(done.slice(0, 3)).toEqual(["sipho", "sipho", "another request"]);
  expect(done.lastIndexOf("another request")).toBeLessThan(done.length - 1);
});

test("more than 200 calls of one person are refused, as a batch counts with all of its calls", async () => {
  const [one, two] = [held(), held()];
  const running = [one, two].map(({ query }) => inCallerQueue(of("anna"), query));
  const waiting = Array.from({ length: 20 }, () =>
    inCallerQueue(of("anna", 10), async () => "done"),
  );
  const refused = await inCallerQueue(of("anna"), async () => "done").catch(codeOf);
  expect(refused).toBe("request.too_many");
  one.end();
  two.end();
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => "done"));
  await Promise.all(running);
});

test("a query whose client left while it waited is not run, and the next one is", async () => {
  const leaving = new AbortController();
  const [one, two] = [held(), held()];
  const running = [one, two].map(({ query }) => inCallerQueue(of("lerato"), query));
  let ran = false;
  const left = inCallerQueue(of("lerato", 1, leaving.signal), async () => {
    ran = true;
  }).catch(codeOf);
  const next = inCallerQueue(of("lerato"), async () => "done");
  leaving.abort();
  one.end();
  two.end();
  expect([await left, ran, await next]).toEqual(["request.abandoned", false, "done"]);
  await Promise.all(running);
});
