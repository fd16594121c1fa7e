import { afterEach, expect, test, vi } from "vitest";
import { multiply } from "../server/contract/samples.ts";
import { type Neighbour, openServer } from "../server/testing.ts";
import { ask, post, Refused } from "./link.ts";

afterEach(() => void vi.unstubAllGlobals());

/**
 * Has the link speak to a real house as somebody, and writes down what it sends.
 * @param onTheWay what becomes of an answer before it arrives
 */
async function atTheDoor(
  name?: Neighbour,
  onTheWay: (answer: Response, count: number) => Response = (answer) => answer,
) {
  const { base, tokenOf, app, db, people } = await openServer();
  const cookie = name ? `sid=${tokenOf(name)}` : "";
  const sent: { address: string; method: string; key: string | null; signal?: AbortSignal }[] = [];
  const send = fetch;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const { method = "GET", signal } = init;
    const headers = new Headers(init.headers);
    headers.set("cookie", cookie);
    const key = headers.get("idempotency-key");
    const count = sent.push({ address, method, key, ...(signal && { signal }) });
    return onTheWay(await send(base + address, { ...init, headers }), count);
  });
  return { sent, app, db, people };
}

const addresses = (sent: { address: string }[]) => sent.map(({ address }) => address);
const reasonIn = async (request: Promise<unknown>) => {
  const error: unknown = await request.catch((refused) => refused);
  expect(error).toBeInstanceOf(Refused);
  return (error as { data: { reason: { code: string } } }).data.reason.code;
};

test("one question alone goes as it always did", async () => {
  const { sent } = await atTheDoor("thandi");
  const input = { limit: "all" };
  expect(await ask("resident.fines.mine", input)).toMatchObject({ rows: [] });
  expect(await ask("public.session.current", undefined)).toMatchObject({ userRole: "resident" });
  expect(addresses(sent)).toEqual([
    `/api/trpc/resident.fines.mine?input=${encodeURIComponent(JSON.stringify(input))}`,
    "/api/trpc/public.session.current",
  ]);
});

test("the questions of one turn go together, and each gets its own answer", async () => {
  const { sent } = await atTheDoor("thandi");
  const answers = await Promise.all([
    ask("public.session.current", undefined),
    // As far apart as two loaders.
    Promise.resolve().then(() => ask("resident.fines.mine", { limit: 5 })),
    ask("member.announcements.all", { limit: "all" }),
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
  await atTheDoor("thandi");
  const [own, others, mine, wrong] = [
    ask("resident.fines.mine", {}),
    ask("admin.people.residents", {}),
    ask("resident.visitors.present", { limit: "all" }),
    ask("resident.fines.mine", { limit: "some, please & more" }),
  ];
  expect(await reasonIn(others)).toBe("auth.wrong_role");
  expect(await reasonIn(wrong)).toBe("request.invalid");
  expect(await own).toMatchObject({ rows: [] });
  expect(await mine).toMatchObject({ rows: [] });
});

test("a batch that is refused as a whole refuses all of its calls, in the server's words", async () => {
  const message = "That was too much at once.";
  const error = { message, code: 0, data: { reason: { code: "x.y", message } } };
  await atTheDoor("thandi", () => Response.json({ error }, { status: 429 }));
  const requests = ["resident.fines.mine", "public.session.current"].map((path) => ask(path, {}));
  for (const each of requests) await expect(each).rejects.toThrow(message);
  for (const each of requests) expect(await reasonIn(each)).toBe("x.y");
});

test("no answer rejects every call, and not as the server's no", async () => {
  const { app } = await atTheDoor("thandi");
  await app.close();
  const requests = ["resident.fines.mine", "public.session.current"].map((path) =>
    ask(path, undefined),
  );
  for (const each of await Promise.allSettled(requests)) {
    expect(each).toMatchObject({ status: "rejected" });
    const { reason } = each as PromiseRejectedResult;
    expect(reason).not.toBeInstanceOf(Refused);
    // The app takes a TypeError for a file of its own that is gone.
    expect(reason).not.toBeInstanceOf(TypeError);
  }
});

test("at most ten calls and a sane address go together", async () => {
  const { sent } = await atTheDoor("thandi");
  await Promise.all(Array.from({ length: 23 }, () => ask("public.session.current", undefined)));
  expect(sent.map(({ address }) => address.split(",").length)).toEqual([10, 10, 3]);

  sent.length = 0;
  const long = Array.from({ length: 5 }, (_, at) => ({ limit: "all", room: `${at}`.repeat(700) }));
  await Promise.allSettled(long.map((input) => ask("resident.fines.mine", input)));
  expect(sent).toHaveLength(3);
  for (const { address } of sent) expect(address.length).toBeLessThan(2_100);
});

test("a secret, a change and what may take long are in no batch", async () => {
  const { sent } = await atTheDoor("thandi");
  const token = "not-a-token-of-anybody";
  await Promise.allSettled([
    ask("public.session.current", undefined),
    ask("public.links.look", { token }, { context: { secret: true } }),
    post("public.session.signIn", { username: "thandi", password: "wrong" }),
    ask("member.weather.current", undefined, { context: { alone: true } }),
    ask("resident.fines.mine", {}),
  ]);
  expect(sent.map(({ method, address }) => `${method} ${address.split("?")[0]}`).sort()).toEqual([
    "GET /api/trpc/member.weather.current",
    "GET /api/trpc/public.session.current,resident.fines.mine",
    "POST /api/trpc/public.links.look",
    "POST /api/trpc/public.session.signIn",
  ]);
  expect(addresses(sent).join()).not.toContain(token);
});

const aborted = { status: "rejected", reason: { name: "AbortError" } };
const aTurn = () => new Promise((resolve) => setTimeout(resolve));

test("what is not wanted any more is left out, and only when nobody waits is the line cut", async () => {
  const { sent } = await atTheDoor("thandi");
  const [gone, one, two] = [new AbortController(), new AbortController(), new AbortController()];
  const requests = [gone, one, two].map(({ signal }) =>
    ask("public.session.current", undefined, { signal }),
  );
  const remaining = ask("resident.fines.mine", {});
  const settled = Promise.allSettled(requests);
  gone.abort();
  await aTurn();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.address).toContain("/public.session.current,public.session.current,resident.");
  one.abort();
  two.abort();
  for (const each of await settled) expect(each).toMatchObject(aborted);
  expect(sent[0]?.signal?.aborted).toBe(false);
  expect(await remaining).toMatchObject({ rows: [] });

  const alone = new AbortController();
  const more = [1, 2].map(() => ask("public.session.current", undefined, { signal: alone.signal }));
  await aTurn();
  expect(sent).toHaveLength(2);
  const { signal } = sent[1] ?? {};
  alone.abort();
  expect(signal?.aborted).toBe(true);
  const late = ask("public.session.current", undefined, { signal: alone.signal });
  for (const each of await Promise.allSettled([...more, late])) expect(each).toMatchObject(aborted);
  expect(sent).toHaveLength(2);
});

test("a change whose answer was lost is sent again under the same key, and done once", async () => {
  const { sent } = await atTheDoor("thandi", (answer, count) => {
    if (count === 1) throw new TypeError("The line was cut.");
    return answer;
  });
  const input = {
    description: "The hall is dark",
    maintenanceType: "Electricity",
    roomNumber: "Hall",
    date: "2026-11-20",
  };
  const log = () => post("resident.maintenance.log", input);
  await expect(log()).rejects.toThrow("The line was cut.");
  await log();
  await log();
  const [lost, again, other] = sent.map(({ key }) => key);
  expect(lost).toMatch(/./);
  expect(again).toBe(lost);
  expect(other).not.toBe(lost);
  expect(await ask("resident.maintenance.mine", { limit: "all" })).toMatchObject({
    rows: [input, input],
  });
});

test("a list that the server ends for its length comes whole, page after page", async () => {
  const { sent, db, people } = await atTheDoor("thandi");
  const description = "Ж".repeat(2_000);
  const input = { maintenanceType: "Cleaning", roomNumber: "3", date: "2026-11-20", description };
  await post("resident.maintenance.log", input);
  multiply(db.$client, "maintenance_requests", 4_000);
  sent.length = 0;
  const both = await Promise.all([
    ask("resident.maintenance.mine", { limit: "all" }),
    ask("resident.maintenance.mine", { limit: "all", profileId: people.thandi.id }),
  ]);
  const ids = db.$client
    .prepare("SELECT id FROM maintenance_requests ORDER BY id DESC")
    .pluck()
    .all();
  for (const list of both as { rows: { id: string }[]; nextCursor: null }[]) {
    expect(list.nextCursor).toBeNull();
    expect(list.rows.map(({ id }) => id)).toEqual(ids);
  }
  // 16 MB twice, 8 MB at a time.
  expect(sent.length).toBeGreaterThan(3);
});
