import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { type Neighbour, newcomer, openServer } from "../testing.ts";
import { lateRent, multipart, pietersThings, tinyPdf } from "./samples.ts";

// Two people reach for the same thing at the same moment: one succeeds, the other gets an error,
// nothing is half done.

type TestServer = Awaited<ReturnType<typeof openServer>>;

/** Runs both calls at once; returns who succeeded and the other's error. */
async function both(calls: [() => Promise<Answer>, () => Promise<Answer>]) {
  const answers = await Promise.all(calls.map((call) => call()));
  const codes = answers.map(({ body }) => body.code ?? body.error?.data.reason.code);
  const statuses = answers.map(({ status }) => status).sort();
  return { statuses, refusals: codes.filter(Boolean) };
}
interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever was answered
  body: any;
}

const rows = ({ db }: TestServer, sql: string) => db.$client.prepare(sql).pluck().all();

const call =
  (server: TestServer, name: Neighbour | undefined, path: string, input: unknown) => () =>
    server.rest(name)(`POST /api/trpc/${path}`, input);

test("two admins on one fine, and two staff on one request", async () => {
  const server = await openServer();
  const { fineId, requestId } = await pietersThings(server);
  const fine = { fineId, from: "Pending...", status: "Paid" };
  const request = { requestId, from: "Open", status: "Closed" };
  for (const [code, path, input, ...two] of [
    ["fines.changed", "admin.fines.setStatus", fine, "anna", "bongani"],
    ["maintenance.changed", "staff.maintenance.setStatus", request, "sipho", "lerato"],
  ] as const) {
    const [one, other] = two;
    const others = { ...input, ...(path.startsWith("admin") && { status: "Unpaid" }) };
    const calls = await both([call(server, one, path, input), call(server, other, path, others)]);
    expect(calls).toMatchObject({ statuses: [200, 409], refusals: [code] });
  }
  expect(rows(server, "SELECT status FROM maintenance_status_changes")).toEqual(["Closed"]);
});

test("two proofs for the last place of a fine: one is stored, and the other's file is removed", async () => {
  const server = await openServer();
  const fine = { ...lateRent, residentId: server.people.thandi.id };
  const { id } = await server.as("anna").admin.fines.issue(fine);
  const path = `POST /api/property/resident/fines/${id}/payment-proof`;
  const upload = (words: string) => () => server.rest("thandi")(path, multipart(tinyPdf(words)));
  for (let each = 0; each < 19; each += 1) expect((await upload(`${each}`)()).status).toBe(200);
  const { statuses, refusals } = await both([upload("mine"), upload("my wife's")]);
  expect(statuses).toEqual([200, 409]);
  expect(refusals).toEqual(["attachments.too_many"]);
  const stored = rows(server, "SELECT stored_name FROM files").sort();
  expect(readdirSync(server.config.uploads).sort()).toEqual(stored);
});

const zola = newcomer("Zola");

test.each([
  ["username", "people", "people.signUp", zola, { ...zola, email: "other@example.co.za" }],
  ["email", "people", "people.signUp", zola, { ...zola, username: "another" }],
  ["label", "units", "units.add", { label: "Unit 77" }, { label: "unit 77" }],
])("two who want the same %s", async (field, feature, path, wanted, alike) => {
  const server = await openServer();
  const answers = await both([
    call(server, "anna", `admin.${path}`, wanted),
    call(server, "bongani", `admin.${path}`, alike),
  ]);
  expect(answers).toMatchObject({ statuses: [200, 409], refusals: [`${feature}.${field}_taken`] });
});

test("a person who is removed or gets another role is signed out at the next request", async () => {
  const server = await openServer();
  const session = "GET /api/auth/session";
  const { pieter, sipho } = server.people;
  const { remove, changeRole } = server.as("anna").admin.people;
  const inside: [Neighbour, () => Promise<unknown>][] = [
    ["pieter", () => remove({ id: pieter.id })],
    ["sipho", () => changeRole({ id: sipho.id, newRole: "Resident" })],
  ];
  for (const [name, end] of inside) {
    const browser = server.rest(name);
    const { token } = await server.as(name).member.session.makeToken({ label: "script" });
    const script = { authorization: `Bearer ${token}` };
    const statuses = async () => [
      (await browser(session)).status,
      (await server.rest()(session, undefined, script)).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    await end();
    expect(await statuses()).toEqual([401, 401]);
  }
});

test("two who use the same invite", async () => {
  const server = await openServer();
  const { password, ...nomsa } = newcomer("Nomsa");
  const { link } = await server.as("anna").admin.invites.invite(nomsa);
  const chosen = { token: link.split("#")[1], password, confirmPassword: password };
  const { statuses, refusals } = await both([
    call(server, undefined, "public.links.setPassword", chosen),
    call(server, undefined, "public.links.setPassword", chosen),
  ]);
  expect(statuses).toEqual([200, 400]);
  expect(refusals).toEqual(["auth.unusable_link"]);
  expect(rows(server, "SELECT id FROM sessions")).toHaveLength(1);
});

test("two admins who remove each other: one stays", async () => {
  const server = await openServer();
  const { statuses } = await both([
    call(server, "anna", "admin.people.remove", { id: server.people.bongani.id }),
    call(server, "bongani", "admin.people.remove", { id: server.people.anna.id }),
  ]);
  expect(statuses[0]).toBe(200);
  expect([401, 403, 409]).toContain(statuses[1]);
  expect(
    rows(server, "SELECT id FROM accounts WHERE role = 'Admin' AND removed_at IS NULL"),
  ).toHaveLength(1);
});
