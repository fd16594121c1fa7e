import { onlineManager } from "@tanstack/react-query";
import { createTRPCClient, TRPCClientError } from "@trpc/client";
import { afterEach, expect, test, vi } from "vitest";
import type { AppRouter } from "../server/api/router.ts";
import { lateRent, multiply } from "../server/contract/samples.ts";
import { type Neighbour, openServer } from "../server/testing.ts";
import { links, reasonOf } from "./links.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/**
 * A client that speaks to a real server as somebody, what it sends, and what its tab stores.
 * @param onTheWay what becomes of an answer before it arrives
 */
async function connect(
  name?: Neighbour,
  onTheWay: (
    answer: Response,
    count: number,
    signal: AbortSignal,
  ) => Response | Promise<Response> = (answer) => answer,
  contentType = "application/json",
) {
  const { base, tokenOf, app, db, people } = await openServer();
  const cookie = name ? `sid=${tokenOf(name)}` : "";
  const sent: { address: string; method: string; key: string | null; body: unknown }[] = [];
  const send = fetch;
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
  });
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const { method = "GET", body } = init;
    const headers = new Headers(init.headers);
    headers.set("cookie", cookie);
    headers.set("content-type", contentType);
    const key = headers.get("idempotency-key");
    const count = sent.push({ address, method, key, body });
    return onTheWay(
      await send(base + address, { ...init, headers }),
      count,
      init.signal as AbortSignal,
    );
  });
  const client = createTRPCClient<AppRouter>({ links: links() });
  return { client, sent, stored, app, db, people };
}

const pathsIn = (sent: { address: string; method: string }[]) =>
  sent.map(({ method, address }) => `${method} ${address.split("?")[0]}`).sort();
const codeIn = async (request: Promise<unknown>) => {
  const error: unknown = await request.catch((refused) => refused);
  expect(error).toBeInstanceOf(TRPCClientError);
  return reasonOf(error)?.code;
};

const request = {
  description: "The hall is dark",
  maintenanceType: "Electricity",
  roomNumber: "Hall",
  date: "2026-11-20",
} as const;

test("the queries of one turn go together, and each gets its own answer", async () => {
  const { client, sent } = await connect("thandi");
  const answers = await Promise.all([
    client.public.session.current.query(),
    // As far apart as two loaders.
    Promise.resolve().then(() => client.resident.fines.mine.query({ limit: 5 })),
    client.member.announcements.all.query({ limit: "all" }),
  ]);
  expect(answers).toMatchObject([{ userRole: "resident" }, { rows: [] }, { rows: [] }]);
  expect(sent).toHaveLength(1);
  const { pathname, searchParams } = new URL(sent[0]?.address ?? "", "http://stoep.test");
  expect(pathname.split("/").at(-1)?.split(",").sort()).toEqual([
    "member.announcements.all",
    "public.session.current",
    "resident.fines.mine",
  ]);
  expect(searchParams.get("batch")).toBe("1");
});

test("a refusal in a batch is its own call's, and the others are answered", async () => {
  const { client } = await connect("thandi");
  const [own, others, mine, wrong] = [
    client.resident.fines.mine.query({}),
    client.admin.people.residents.query({}),
    client.resident.visitors.present.query({ limit: "all" }),
    // @ts-expect-error: no such limit
    client.resident.fines.mine.query({ limit: "some, please & more" }),
  ];
  expect(await codeIn(others)).toBe("auth.wrong_role");
  expect(await codeIn(wrong)).toBe("request.invalid");
  expect(await own).toMatchObject({ rows: [] });
  expect(await mine).toMatchObject({ rows: [] });
});

test("a batch that is refused as a whole refuses all of its calls, in the server's words", async () => {
  const message = "That was too much at once.";
  const error = { message, code: 0, data: { reason: { code: "x.y", message } } };
  const { client } = await connect("thandi", () => Response.json({ error }, { status: 429 }));
  const requests = [client.resident.fines.mine.query({}), client.public.session.current.query()];
  for (const each of requests) await expect(each).rejects.toThrow(message);
  for (const each of requests) expect(await codeIn(each)).toBe("x.y");
});

test("what the server refuses before any procedure is a refusal too", async () => {
  const { client } = await connect("thandi", undefined, "text/plain");
  const requests = [
    client.resident.fines.mine.query({}),
    client.public.session.current.query(),
    client.resident.maintenance.log.mutate(request),
  ];
  const codes = await Promise.all(requests.map(codeIn));
  expect(codes).toEqual(codes.map(() => "request.wrong_content_type"));
});

test("no answer rejects every call, and not as the server's no", async () => {
  const { client, app } = await connect("thandi");
  await app.close();
  const requests = [
    client.resident.fines.mine.query({}),
    client.public.session.current.query(),
    client.resident.maintenance.log.mutate(request),
  ];
  for (const each of await Promise.allSettled(requests)) {
    expect(each).toMatchObject({ status: "rejected" });
    const { reason } = each as PromiseRejectedResult;
    expect(reasonOf(reason)).toBeNull();
    // The router takes a TypeError for a file of ours that is gone.
    expect(reason).not.toBeInstanceOf(TypeError);
  }
});

test("an answer that is no JSON is no refusal", async () => {
  const page = new Response("<h1>Bad gateway</h1>", { status: 502 });
  const { client } = await connect("thandi", () => page.clone());
  expect(await codeIn(client.resident.fines.mine.query({}))).toBeUndefined();
});

test("at most ten calls and a sane address go together", async () => {
  const { client, sent } = await connect("thandi");
  await Promise.all(Array.from({ length: 23 }, () => client.public.session.current.query()));
  expect(sent.map(({ address }) => address.split(",").length)).toEqual([10, 10, 3]);

  sent.length = 0;
  const long = Array.from({ length: 5 }, (_, at) => ({ limit: 5, room: `${at}`.repeat(700) }));
  await Promise.allSettled(long.map((input) => client.resident.fines.mine.query(input)));
  expect(sent).toHaveLength(3);
  for (const { address } of sent) expect(address.length).toBeLessThanOrEqual(2_000);
});

test("a secret, a change and what may take long are in no batch", async () => {
  const { client, sent } = await connect("thandi");
  const token = "A".repeat(43);
  const secret = client.public.links.look.query({ token }, { context: { secret: true } });
  await Promise.allSettled([
    client.public.session.current.query(),
    secret,
    client.public.session.signIn.mutate({ username: "thandi", password: "wrong" }),
    client.member.weather.current.query(undefined, { context: { alone: true } }),
    client.resident.fines.mine.query({}),
  ]);
  expect(pathsIn(sent)).toEqual([
    "GET /api/trpc/member.weather.current",
    "GET /api/trpc/public.session.current,resident.fines.mine",
    "POST /api/trpc/public.links.look",
    "POST /api/trpc/public.session.signIn",
  ]);
  expect(sent.map(({ address }) => address).join()).not.toContain(token);
  // It arrived: the server knows no such link.
  expect(await codeIn(secret)).toBe("auth.unusable_link");
});

test("a query that no component needs any more is aborted", async () => {
  const { client, sent } = await connect("thandi");
  const gone = new AbortController();
  const query = () => client.public.session.current.query(undefined, { signal: gone.signal });
  const early = query();
  gone.abort();
  for (const each of [early, query()])
    await expect(each).rejects.toMatchObject({ cause: { name: "AbortError" } });
  expect(sent).toEqual([]);
  expect(await client.resident.fines.mine.query({})).toMatchObject({ rows: [] });
});

test("a change whose answer was lost is sent again under the same key, and done once", async () => {
  const { client, sent } = await connect("thandi", (answer, count) => {
    if (count === 1) throw new TypeError("The line was cut.");
    return answer;
  });
  const log = () => client.resident.maintenance.log.mutate(request);
  await expect(log()).rejects.toThrow("The line was cut.");
  // Another report replaces nothing.
  await client.resident.maintenance.log.mutate({ ...request, description: "The tap drips" });
  await log();
  await log();
  const [lost, , again, other] = sent.map(({ key }) => key);
  expect(lost).toMatch(/./);
  expect(again).toBe(lost);
  expect(other).not.toBe(lost);
  const { rows } = await client.resident.maintenance.mine.query({ limit: "all" });
  expect(rows).toMatchObject([request, { description: "The tap drips" }, request]);
});

test("a change whose answer was lost has the same key after a reload, and another after a sign-out", async () => {
  const { client, sent, stored } = await connect("thandi", () => {
    throw new TypeError("The line was cut.");
  });
  const log = ({ resident } = client) =>
    resident.maintenance.log.mutate(request).catch(() => undefined);
  const signIn = ({ public: { session } } = client) =>
    session.signIn.mutate({ username: "thandi", password: "hunter2!" }).catch(() => undefined);
  const reloaded = () => createTRPCClient<AppRouter>({ links: links() });
  await log();
  await signIn();
  await signIn();
  await log(reloaded());
  // Nothing that a password could be guessed from outlives the page.
  await signIn(reloaded());
  expect([...stored.values()].join()).not.toMatch(/dark|hunter2/);
  stored.clear();
  await log();
  const [first, signedIn, signedInAgain, again, signedInLater, later] = sent.map(({ key }) => key);
  expect(again).toBe(first);
  expect(later).not.toBe(first);
  expect(signedInAgain).toBe(signedIn);
  expect(signedInLater).not.toBe(signedIn);
});

test("a change is not waited for longer than half a minute, and then repeated under the same key", async () => {
  const late = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(late.signal);
  const { client, sent } = await connect("thandi", (answer, count, signal) => {
    if (count > 1) return answer;
    late.abort();
    return new Promise((_, reject) => {
      const abort = () => reject(signal.reason);
      if (signal.aborted) abort();
      signal.addEventListener("abort", abort);
    });
  });
  const log = () => client.resident.maintenance.log.mutate(request);
  expect(await codeIn(log())).toBeUndefined();
  expect(timeout).toHaveBeenCalledWith(30_000);
  await log();
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

test("a change without an answer is a new one after another change of the same thing", async () => {
  const lost = [3, 6];
  const { client, sent } = await connect("thandi", (answer, count) => {
    if (lost.includes(count)) throw new TypeError("The line was cut.");
    return answer;
  });
  const log = () => client.resident.maintenance.log.mutate(request);
  const [{ id: one }, { id: other }] = [await log(), await log()];
  const note = (requestId: string, text: string) =>
    client.member.maintenance.addNote.mutate({ requestId, text }).catch(() => undefined);
  await note(one, "On");
  await note(other, "On");
  await note(one, "On");
  expect(sent[4]?.key).toBe(sent[2]?.key);
  await note(one, "Off");
  await note(one, "On");
  await note(one, "Off");
  const { notes } = await client.member.maintenance.one.query({ requestId: one });
  expect(notes.map(({ text }) => text)).toEqual(["On", "Off", "On", "Off"]);
});

test("an Undo without an answer is the same when it is pressed again, and a new one after another change", async () => {
  const { client, sent, people } = await connect("anna", (answer, count) => {
    if (count === 3 || count === 6) throw new TypeError("The line was cut.");
    return answer;
  });
  const { fines, fineDecisions } = client.admin;
  const residentId = people.thandi.id;
  const { id: fineId } = await fines.issue.mutate({ ...lateRent, residentId });
  const setPaid = () => fines.setStatus.mutate({ fineId, status: "Paid" });
  const undo = () => fineDecisions.undo.mutate({ fineId });
  await setPaid();
  await expect(undo()).rejects.toThrow("The line was cut.");
  expect(await undo()).toMatchObject({ status: "Unpaid" });
  await setPaid();
  await expect(undo()).rejects.toThrow("The line was cut.");
  await setPaid();
  expect(await undo()).toMatchObject({ status: "Unpaid" });
  const [, , first, second, , third, , fourth] = sent.map(({ key }) => key);
  expect([second, fourth === third]).toEqual([first, false]);
});

test("the same change long after one without an answer is another one", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { client, sent } = await connect("thandi", (answer, count) => {
    if (count > 1 && count < 5) throw new TypeError("The line was cut.");
    return answer;
  });
  const { id: requestId } = await client.resident.maintenance.log.mutate(request);
  // Such as pressing "Report closed" again, after the resident has said that it is not fixed.
  for (const minutes of [0, 9, 9, 11]) {
    vi.setSystemTime(Date.now() + minutes * 60_000);
    await client.member.maintenance.addNote
      .mutate({ requestId, text: "On" })
      .catch(() => undefined);
  }
  const [, first, again, last, later] = sent.map(({ key }) => key);
  expect([again, last]).toEqual([first, first]);
  expect(later).not.toBe(first);
});

test("a change that was refused is another attempt when it is sent again", async () => {
  const { client, sent } = await connect("thandi");
  const wrong = () => codeIn(client.resident.maintenance.log.mutate({ ...request, date: "never" }));
  expect([await wrong(), await wrong()]).toEqual(["request.invalid", "request.invalid"]);
  expect(sent[0]?.key).not.toBe(sent[1]?.key);
});

test("a list that the server ends for its length comes whole, page after page", async () => {
  let tooMany = false;
  const { client, sent, db, people } = await connect("thandi", (answer, count) => {
    // In the middle of the lists.
    if (count !== 4) return answer;
    tooMany = true;
    const reason = { code: "request.too_many", message: "Wait" };
    return Response.json({ error: { message: "Wait", code: 0, data: { reason } } });
  });
  await client.resident.maintenance.log.mutate({ ...request, description: "Ж".repeat(2_000) });
  multiply(db.$client, "maintenance_requests", 4_000);
  sent.length = 0;
  const both = await Promise.all([
    client.resident.maintenance.mine.query({ limit: "all" }),
    client.resident.maintenance.mine.query({ limit: "all", profileId: people.thandi.id }),
  ]);
  const ids = db.$client
    .prepare("SELECT id FROM maintenance_requests ORDER BY id DESC")
    .pluck()
    .all();
  for (const list of both) {
    expect(list.nextCursor).toBeNull();
    expect(list.rows.map(({ id }) => id)).toEqual(ids);
  }
  expect(tooMany).toBe(true);
});

test("a query without room in the batch is sent again by itself, once", async () => {
  const message = "Too large";
  const reason = { message, code: "request.answer_too_large" };
  const tooLarge = { error: { message, code: 0, data: { reason } } };
  let always = false;
  const { client, sent } = await connect("thandi", async (answer) => {
    const isBatch = answer.url.includes("batch=1");
    if (!isBatch) return always ? Response.json(tooLarge) : answer;
    const [, ...others] = await answer.json();
    return Response.json([tooLarge, ...others]);
  });
  const both = () =>
    Promise.allSettled([
      client.resident.fines.mine.query({}),
      client.public.session.current.query(),
    ]);
  expect(await both()).toMatchObject([{ value: { rows: [] } }, { value: {} }]);
  always = true;
  expect(await both()).toMatchObject([{ reason: { message } }, { value: {} }]);
  expect(sent).toHaveLength(4);
});

test("while the server does not answer, a change is refused in words and not sent", async () => {
  const { client, sent } = await connect("thandi", (answer, count) =>
    count === 1 ? Promise.reject(new TypeError("Failed to fetch")) : answer,
  );
  onlineManager.setOnline(false);
  expect(await codeIn(client.resident.maintenance.log.mutate(request))).toBe("request.offline");
  expect(pathsIn(sent)).toEqual(["GET /api/health"]);

  // The server answers again, so the change is sent.
  await client.resident.maintenance.log.mutate(request);
  expect(pathsIn(sent.slice(1))).toEqual([
    "GET /api/health",
    "POST /api/trpc/resident.maintenance.log",
  ]);
  expect(onlineManager.isOnline()).toBe(true);
});
