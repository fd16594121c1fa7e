import fastify from "fastify";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { commitNow, gatherCommits, together } from "../database/groupCommit.ts";
import { openHouse } from "../testing.ts";
import { cacheResponses } from "./responseCache.ts";

// Kept answers around a change that is made at the same moment; what they are otherwise is in
// contract/kept.test.ts.

afterEach(() => void vi.unstubAllGlobals());

const path = "/api/property/message";

/** A server with one call, which answers what it read when it is let, and a count of how often it did. */
async function oneCall() {
  const { db, services } = openHouse();
  const { $client: sqlite } = db;
  sqlite.exec("CREATE TABLE message (text TEXT); INSERT INTO message VALUES ('old')");
  let go: Promise<unknown> = Promise.resolve();
  let read = 0;
  const app = fastify();
  await cacheResponses(app, services);
  const route = (path: string) =>
    app.get(path, async ({ raw: { cacheContext } }) => {
      if (cacheContext)
        Object.assign(cacheContext, { cacheable: 1, who: "somebody", caller: "here" });
      read += 1;
      const text = String(sqlite.prepare("SELECT text FROM message").pluck().get());
      await go;
      return text;
    });
  route(path);
  route("/api/property/other");
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const ask = async (what = path) => (await fetch(`${address}${what}`)).text();
  const change = () => void sqlite.exec("UPDATE message SET text = 'new'");
  return {
    sqlite,
    ask,
    change,
    reads: () => read,
    /** Holds answers back once they have read, until what this answers is called. */
    hold: () => {
      let letGo: () => void = () => undefined;
      go = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      return letGo;
    },
  };
}

test("what is asked twice is read twice, and kept from then on", async () => {
  const { ask, reads } = await oneCall();
  for (let each = 0; each < 5; each += 1) expect(await ask()).toBe("old");
  expect(reads()).toBe(2);
});

test("what was read before a change, and is answered after it, is not kept", async () => {
  const { ask, change, reads, hold } = await oneCall();
  const letGo = hold();
  const early = [ask(), ask(), ask()];
  await vi.waitFor(() => expect(reads()).toBe(3));
  change();
  // Asks for something else, so that it is noticed that there was a change.
  const other = ask("/api/property/other");
  await vi.waitFor(() => expect(reads()).toBe(4));
  letGo();
  expect(await Promise.all(early)).toEqual(["old", "old", "old"]);
  expect(await other).toBe("new");
  for (let each = 0; each < 3; each += 1) expect(await ask()).toBe("new");
});

test("while a change waits for the disk nothing that was kept is given", async () => {
  const { sqlite, ask, change, reads } = await oneCall();
  gatherCommits(sqlite);
  vi.stubGlobal("setImmediate", () => undefined);
  together(sqlite, change);
  vi.unstubAllGlobals();
  for (let each = 1; each < 5; each += 1) {
    expect(await ask()).toBe("new");
    expect(reads()).toBe(each);
  }
  commitNow(sqlite);
  expect(await ask()).toBe("new");
  expect(reads()).toBe(4);
});
