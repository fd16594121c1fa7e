import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { request } from "node:http";
import { expect, test } from "vitest";
import { rememberCreations } from "../api/duplicateRequests.ts";
import { restCalls } from "../api/restCalls.ts";
import { requestError } from "../errors.ts";
import { heicOf } from "../platform/files/testing.ts";
import { handClock, type Neighbour, openServer, restNewcomer } from "../testing.ts";
import {
  contents,
  darkStairs,
  goodInput,
  goodValues,
  inDays,
  multipart,
  pietersThings,
} from "./samples.ts";

// Known clients do not disable their buttons during a request. So the same request by the same
// person to the same path within five seconds makes one row and gets one response.

const rows = restCalls.flatMap(({ prefix, rows }) =>
  rows.map((row) => ({ call: `${row.method} ${prefix}${row.path}`, row })),
);
const creating = rows.filter(({ row }) => row.creates);

test("besides uploads, exactly these calls that create something are done once", () => {
  const called = creating.filter(({ row }) => !row.streams).map(({ call }) => call);
  expect(called.map((call) => call.replace("/api/property", "")).sort()).toEqual([
    "POST /admin/announcements",
    "POST /admin/resident/:residentId/fine/newfine",
    "POST /admin/signup",
    "POST /resident/maintenance",
    "POST /resident/vistors",
    "POST /staff/announcements",
  ]);
});

type TestServer = Awaited<ReturnType<typeof openServer>>;

/** A call with its input and sender; it can be repeated. */
async function sender(call: string, row: (typeof creating)[number]["row"]) {
  const server = await openServer();
  const things = await pietersThings(server);
  const values = goodValues(things);
  const isPieters = row.streams
    ? !["Admin", "Staff"].includes(row.admission(null).for)
    : call.includes("/resident/maintenance") || call.endsWith("/vistors");
  const who: Neighbour = isPieters ? "pieter" : call.includes("/staff/") ? "sipho" : "anna";
  const path = call.replace(/:(\w+)/g, (_, name) => String(values[name]));
  const body = row.body ? goodInput(row.body, values) : undefined;
  if (call.endsWith("/signup")) delete body?.maintenanceType;
  const rest = server.rest(who);
  const send = (besides: object = {}) =>
    rest(path, row.streams ? multipart(heicOf()) : { ...body, ...besides });
  return { ...server, send, fineId: things.fineId };
}

/** How many rows of each kind people created, and how many files. */
function made({ db, config }: Pick<TestServer, "db" | "config">): number[] {
  const tables = ["fines", "maintenance_requests", "maintenance_notes", "visits", "attachments"];
  const counts = [...tables, "announcements", "accounts"].map((table) =>
    Number(db.$client.prepare(`SELECT count(*) FROM ${table}`).pluck().get()),
  );
  return [...counts, existsSync(config.uploads) ? readdirSync(config.uploads).length : 0];
}
const more = (before: number[], after: number[]) =>
  after.reduce((sum, each, index) => sum + each - (before[index] ?? 0), 0);

test.each(creating)("$call twice at once and once more is done once", async ({ call, row }) => {
  const { send, ...server } = await sender(call, row);
  const before = made(server);
  const answers = [...(await Promise.all([send(), send()])), await send()];
  const [first, ...others] = answers.map(({ status, body }) => ({ status, body }));
  expect(first?.status).toBe(row.status);
  for (const again of others) expect(again).toEqual(first);
  expect(more(before, made(server))).toBe(row.streams ? 2 : 1);
});

test.each(creating.filter(({ row }) => row.body))(
  "$call that would be refused is refused, however alike",
  async ({ call, row }) => {
    const { send, db } = await sender(call, row);
    expect((await send()).status).toBe(row.status);
    const before = contents(db);
    const refused = await send({ surprise: 1 });
    expect(refused).toMatchObject({ status: 400, body: { field: "surprise" } });
    expect(contents(db)).toBe(before);
  },
);

test("on the other paths every call counts, and only a key says that it is a repetition", async () => {
  const server = await openServer();
  const { requestId } = goodValues(await pietersThings(server));
  const [anna, pieter] = [server.rest("anna"), server.rest("pieter")];
  const { notes, notices, photos } = {
    notes: `POST /api/property/requests/${requestId}/notes`,
    notices: "POST /api/property/notices",
    photos: `POST /api/property/requests/${requestId}/photos`,
  };
  const keyed = { "idempotency-key": "the same" };
  for (const send of [
    (headers = {}) => anna(notes, { text: "On it" }, headers),
    (headers = {}) => anna(notices, { message: "Water is off" }, headers),
    (headers = {}) => pieter(photos, multipart(heicOf()), headers),
  ]) {
    const ids = [];
    for (const headers of [{}, {}, keyed, keyed]) {
      const { status, body } = await send(headers);
      expect(status).toBe(201);
      ids.push(body.id);
    }
    expect(new Set(ids).size).toBe(3);
    expect(ids[3]).toBe(ids[2]);
  }
});

test("what was withdrawn or removed at once is there again when it is sent again", async () => {
  const server = await openServer();
  const requestId = String(goodValues(await pietersThings(server)).requestId);
  const [anna, pieter] = [server.rest("anna"), server.rest("pieter")];
  const post = async () =>
    (await anna("POST /api/property/notices", { message: "Water is off" })).body.id;
  await anna(`DELETE /api/property/notices/${await post()}`);
  const again = await post();
  const shown = (await pieter("GET /api/property/notices")).body.map(({ id }: Row) => id);
  expect(shown).toContain(again);
  const send = async () =>
    (await pieter(`POST /api/property/requests/${requestId}/photos`, multipart(heicOf()))).body.id;
  const remove = server.as("pieter").member.maintenance.removePhoto;
  await remove({ requestId, photoId: await send() });
  const photoId = await send();
  const { photos } = (await pieter(`GET /api/property/requests/${requestId}`)).body;
  expect(photos.map(({ id }: Row) => id)).toContain(photoId);
});

const residents = "/api/property/admin/resident";
const closing = "PUT /api/property/staff/maintenance/UpdateStatus";
test.each<[string, Neighbour, (id: string, fineId: string) => string]>([
  ["/admin/signup", "anna", (id) => `DELETE ${residents}/delete/${id}`],
  ["/resident/vistors", "anna", (id) => `DELETE ${residents}/deletevisitor/${id}`],
  ["/resident/maintenance", "sipho", (id) => `${closing}/${id}/Closed`],
  ["/:fineId/payment-proof", "anna", (_, fineId) => `POST ${residents}/${fineId}/fine/update`],
])("POST …%s is done again after what it made was changed", async (path, who, change) => {
  for (const { call, row } of creating.filter((each) => each.call.endsWith(path))) {
    const { send, rest, fineId } = await sender(call, row);
    const { id } = (await send()).body;
    await rest("anna")("POST /api/property/notices", { message: "The lift works" });
    expect((await send()).body.id).toBe(id);
    const body = row.streams ? { Status: "Unpaid" } : undefined;
    expect((await rest(who)(change(id, fineId), body)).status).toBe(200);
    const again = await send();
    expect([again.status, again.body.id === id]).toEqual([row.status, false]);
  }
});

interface Row {
  id: string;
}

async function withFines() {
  const server = await openServer();
  const fine = { Type: "Late Rent", Amount: "450.50", DueDate: inDays(9), Reason: "March" };
  const send = (who: Neighbour, body: object, resident: Neighbour = "thandi") => {
    const path = `/api/property/admin/resident/${server.people[resident].id}/fine/newfine`;
    return server.rest(who)(`POST ${path}`, { ...fine, ...body });
  };
  const count = () => server.db.$client.prepare("SELECT count(*) FROM fines").pluck().get();
  return { ...server, send, count };
}

test.each([
  [1, { Amount: 450.5 }],
  [1, { Amount: "450.5" }],
  [1, { Amount: "4505e-1" }],
  [1, { Reason: "  March " }],
  [1, { DateIssued: `${inDays(0)}T10:00:00.000Z`, Status: "Paid" }],
  [1, { DateIssued: "yesterday" }],
  [2, { Amount: "450" }],
  [2, { Reason: "April" }],
  [2, { DueDate: inDays(10) }],
])("with the one before there are %i fines after %j", async (fines, body) => {
  const { send, count } = await withFines();
  const first = await send("anna", {});
  const { status, body: second } = await send("anna", body);
  expect([status, second.id === first.body.id, count()]).toEqual([201, fines === 1, fines]);
});

test("the same from two browsers of one person is one, from two people or about two it is two", async () => {
  const { send, count } = await withFines();
  await send("anna", {});
  await send("anna", {});
  expect(count()).toBe(1);
  await send("bongani", {});
  await send("anna", {}, "pieter");
  expect(count()).toBe(3);
});

test("a refusal is not answered again: what was in the way may be gone", async () => {
  const { rest, as, people } = await openServer();
  const wanted = { ...restNewcomer, email: people.thandi.email };
  const signUp = () => rest("anna")("POST /api/property/admin/signup", wanted);
  expect((await signUp()).status).toBe(409);
  await as("anna").admin.people.remove({ id: people.thandi.id });
  expect((await signUp()).status).toBe(201);
});

test("what changes something is done each time, and so is what comes through tRPC", async () => {
  const { rest, as, db } = await openServer();
  const post = () => rest("anna")("POST /api/trpc/admin.announcements.post", { message: "Hi" });
  const [one, two] = [await post(), await post()];
  expect(two.body.result.data.id).not.toBe(one.body.result.data.id);
  expect((await as("anna").member.announcements.all({})).rows).toHaveLength(2);
  const { id } = await as("thandi").resident.maintenance.log(darkStairs);
  const sipho = rest("sipho");
  for (const status of ["Closed", "Open", "Closed", "Open"])
    await sipho(`PUT /api/property/staff/maintenance/UpdateStatus/${id}/${status}`);
  const changes = db.$client.prepare("SELECT count(*) FROM maintenance_status_changes").pluck();
  expect(changes.get()).toBe(4);
  const close = () =>
    sipho(`${closing}/${id}/Closed`, undefined, { "idempotency-key": "the same key" });
  expect((await close()).body.Status).toBe("Closed");
  await sipho(`${closing}/${id}/Open`);
  expect((await close()).body.Status).toBe("Open");
});

/** A creation by Anna, a given number of milliseconds after the first. */
function creations() {
  let now = 1_000_000;
  const once = rememberCreations(
    () => now,
    () => 0,
  );
  let count = 0;
  const at = (ms: number, requestKey?: string, work?: () => Promise<void>) => {
    now = 1_000_000 + ms;
    const by = { accountId: "anna", origin: "test", ...(requestKey && { requestKey }) };
    return once({ by, path: "POST /x", meaning: { a: 1 }, arrivedAt: now }, async ({ sameAs }) => {
      await work?.();
      count += sameAs ? 0 : 1;
      return { id: sameAs ?? `${count}` };
    });
  };
  return { at, once };
}

test.each([
  ["a clock that was set back holds nothing back", [3_600_000, 0], "1 2"],
  ["after five seconds it is another one", [0, 4_999, 5_001], "1 1 2"],
  ["of three keys none is answered with another's row", ["a", "b", "c", "a"], "1 2 3 1"],
  ["one without a key is the same as the first that has one", ["", "a", "b", "a"], "1 1 2 1"],
])("%s", async (_, sent, expected) => {
  const { at } = creations();
  const ids: string[] = [];
  for (const each of sent) {
    const isKey = typeof each === "string";
    ids.push((await at(isKey ? ids.length : each, isKey ? each : undefined)).id);
  }
  expect(ids.join(" ")).toBe(expected);
});

test("while the first is still out the second waits for it, however long that takes", async () => {
  const { at } = creations();
  let finish = () => {};
  const first = at(0, undefined, () => new Promise((resolve) => (finish = resolve)));
  const second = at(20_000);
  finish();
  expect([await first, await second]).toEqual([{ id: "1" }, { id: "1" }]);
});

test("if the first is refused, one of the waiting requests runs and the others get its answer", async () => {
  const { at } = creations();
  const first = at(0, undefined, async () => {
    throw requestError("server.busy");
  });
  const others = [at(1), at(2), at(3)];
  await expect(first).rejects.toThrow("busy");
  expect(await Promise.all(others)).toEqual([{ id: "1" }, { id: "1" }, { id: "1" }]);
});

test("no more than ten thousand are remembered", async () => {
  const { once } = creations();
  const by = { accountId: "anna", origin: "test" };
  let count = 0;
  const make = (each: number) =>
    once({ by, path: "POST /x", meaning: each, arrivedAt: 1_000_000 }, async () => {
      count += 1;
      return { id: `${count}` };
    });
  for (let each = 0; each < 10_000; each += 1) await make(each);
  expect(await make(0)).toEqual({ id: "1" });
  for (let each = 10_000; each < 10_002; each += 1) await make(each);
  expect(await make(0)).toEqual({ id: "10003" });
});

test("what was sent within five seconds is the same, however slowly its body comes", async () => {
  const hands = handClock();
  const { app, port, tokenOf, rest, db } = await openServer(hands);
  const path = "/api/property/admin/announcements";
  const body = JSON.stringify({ message: "Water is off" });
  const headers = { cookie: `sid=${tokenOf("anna")}`, "content-type": "application/json" };
  expect((await rest("anna")(`POST ${path}`, { message: "Water is off" })).status).toBe(201);
  const slow = request({ port, path, method: "POST", headers });
  const answered = once(slow, "response");
  const arrived = once(app.server, "request");
  slow.write(body.slice(0, 5));
  await arrived;
  hands.pass({ minutes: 1 });
  slow.end(body.slice(5));
  const [answer] = await answered;
  answer.resume();
  expect(answer.statusCode).toBe(201);
  expect(db.$client.prepare("SELECT count(*) FROM announcements").pluck().get()).toBe(1);
});
