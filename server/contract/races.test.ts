import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { type Neighbour, newcomer, openServer } from "../testing.ts";
import { inDays, multipart, pietersThings, tinyPdf } from "./samples.ts";

// Two people reach for the same thing at the same moment: one succeeds, the other gets an error,
// nothing is half done.

type TestServer = Awaited<ReturnType<typeof openServer>>;

/** Runs both calls at once; returns who succeeded and the other's error. */
async function both(calls: [() => Promise<Answer>, () => Promise<Answer>]) {
  const answers = await Promise.all(calls.map((call) => call()));
  const codes = answers.map(({ body }) => body.code ?? body.error?.data.reason.code);
  const statuses = answers.map(({ status }) => status).sort();
  return { statuses, refusals: codes.filter(Boolean), answers };
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

test("two admins on one fine", async () => {
  const server = await openServer();
  const { fineId } = await pietersThings(server);
  const from = (await server.as("anna").admin.fines.all({})).rows[0]?.status;
  const { statuses, refusals } = await both([
    call(server, "anna", "admin.fines.setStatus", { fineId, from, status: "Paid" }),
    call(server, "bongani", "admin.fines.setStatus", { fineId, from, status: "Unpaid" }),
  ]);
  expect(statuses).toEqual([200, 409]);
  expect(refusals).toEqual(["fines.changed"]);
});

test("two staff on one request", async () => {
  const server = await openServer();
  const { requestId } = await pietersThings(server);
  const change = { requestId, from: "Open", status: "Closed" };
  const { statuses, refusals } = await both([
    call(server, "sipho", "staff.maintenance.setStatus", change),
    call(server, "lerato", "staff.maintenance.setStatus", change),
  ]);
  expect(statuses).toEqual([200, 409]);
  expect(refusals).toEqual(["maintenance.changed"]);
  expect(rows(server, "SELECT status FROM maintenance_status_changes")).toEqual(["Closed"]);
});

test("two proofs for the last place of a fine: one is stored, and the other's file is removed", async () => {
  const server = await openServer();
  const { id: fineId } = await server.as("anna").admin.fines.issue({
    residentId: server.people.thandi.id,
    type: "Late Rent",
    amountCents: 100,
    dueDate: inDays(9),
    reason: "Late",
  });
  const upload = (words: string) => async () => {
    const response = await fetch(
      `${server.base}/api/property/resident/fines/${fineId}/payment-proof`,
      {
        method: "POST",
        headers: {
          cookie: `sid=${server.tokenOf("thandi")}`,
          "content-type": "multipart/form-data",
        },
        body: multipart(tinyPdf(words)),
      },
    );
    return { status: response.status, body: await response.json() };
  };
  for (let each = 0; each < 19; each += 1) expect((await upload(`${each}`)()).status).toBe(200);
  const { statuses, refusals } = await both([upload("mine"), upload("my wife's")]);
  expect(statuses).toEqual([200, 409]);
  expect(refusals).toEqual(["attachments.too_many"]);
  const stored = rows(server, "SELECT stored_name FROM files").sort();
  expect(readdirSync(server.config.uploads).sort()).toEqual(stored);
});

test("two who want the same username, and two who want the same unit", async () => {
  const server = await openServer();
  const nomsa = newcomer("Nomsa");
  const people = await both([
    call(server, "anna", "admin.people.signUp", nomsa),
    call(server, "bongani", "admin.people.signUp", { ...nomsa, email: "other@example.co.za" }),
  ]);
  expect(people).toMatchObject({ statuses: [200, 409], refusals: ["people.username_taken"] });
  const units = await both([
    call(server, "anna", "admin.units.add", { label: "Unit 77" }),
    call(server, "bongani", "admin.units.add", { label: "unit 77" }),
  ]);
  expect(units).toMatchObject({ statuses: [200, 409], refusals: ["units.label_taken"] });
  expect(rows(server, "SELECT id FROM accounts WHERE username LIKE 'nomsa'")).toHaveLength(1);
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

test("a person who is removed or gets another role is signed out at the next request", async () => {
  const server = await openServer();
  const session = "GET /api/auth/session";
  const inside: [Neighbour, () => Promise<unknown>][] = [
    ["pieter", () => server.as("anna").admin.people.remove({ id: server.people.pieter.id })],
    [
      "sipho",
      () =>
        server
          .as("anna")
          .admin.people.changeRole({ id: server.people.sipho.id, newRole: "Resident" }),
    ],
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
