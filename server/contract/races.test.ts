import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { type Neighbour, newcomer, openDoor } from "../testing.ts";
import { inDays, multipart, pietersThings, tinyPdf } from "./samples.ts";

// Two who reach for the same thing at the same moment: one wins, the other is told, nothing is half done.

type Door = Awaited<ReturnType<typeof openDoor>>;

/** Both calls at once; answers who got it and what the other was told. */
async function both(calls: [() => Promise<Told>, () => Promise<Told>]) {
  const answers = await Promise.all(calls.map((call) => call()));
  const codes = answers.map(({ body }) => body.code ?? body.error?.data.reason.code);
  const statuses = answers.map(({ status }) => status).sort();
  return { statuses, told: codes.filter(Boolean), answers };
}
interface Told {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever was answered
  body: any;
}

const rows = ({ db }: Door, sql: string) => db.$client.prepare(sql).pluck().all();

const call = (door: Door, name: Neighbour | undefined, path: string, input: unknown) => () =>
  door.rest(name)(`POST /api/trpc/${path}`, input);

test("two admins on one fine", async () => {
  const door = await openDoor();
  const { fineId } = await pietersThings(door);
  const from = (await door.as("anna").admin.fines.all({})).rows[0]?.status;
  const { statuses, told } = await both([
    call(door, "anna", "admin.fines.setStatus", { fineId, from, status: "Paid" }),
    call(door, "bongani", "admin.fines.setStatus", { fineId, from, status: "Unpaid" }),
  ]);
  expect(statuses).toEqual([200, 409]);
  expect(told).toEqual(["fines.changed"]);
});

test("two staff on one request", async () => {
  const door = await openDoor();
  const { requestId } = await pietersThings(door);
  const change = { requestId, from: "Open", status: "Closed" };
  const { statuses, told } = await both([
    call(door, "sipho", "staff.maintenance.setStatus", change),
    call(door, "lerato", "staff.maintenance.setStatus", change),
  ]);
  expect(statuses).toEqual([200, 409]);
  expect(told).toEqual(["maintenance.changed"]);
  expect(rows(door, "SELECT status FROM maintenance_status_changes")).toEqual(["Closed"]);
});

test("two proofs for the last place of a fine: one is kept, of the other no file is left", async () => {
  const door = await openDoor();
  const { id: fineId } = await door.as("anna").admin.fines.issue({
    residentId: door.people.thandi.id,
    type: "Late Rent",
    amountCents: 100,
    dueDate: inDays(9),
    reason: "Late",
  });
  const upload = (words: string) => async () => {
    const response = await fetch(
      `${door.base}/api/property/resident/fines/${fineId}/payment-proof`,
      {
        method: "POST",
        headers: {
          cookie: `sid=${door.tokenOf("thandi")}`,
          "content-type": "multipart/form-data",
        },
        body: multipart(tinyPdf(words)),
      },
    );
    return { status: response.status, body: await response.json() };
  };
  for (let each = 0; each < 19; each += 1) expect((await upload(`${each}`)()).status).toBe(200);
  const { statuses, told } = await both([upload("mine"), upload("my wife's")]);
  expect(statuses).toEqual([200, 409]);
  expect(told).toEqual(["proofs.too_many"]);
  const kept = rows(door, "SELECT stored_name FROM files").sort();
  expect(readdirSync(door.config.uploads).sort()).toEqual(kept);
});

test("two who want the same username, and two who want the same unit", async () => {
  const door = await openDoor();
  const nomsa = newcomer("Nomsa");
  const people = await both([
    call(door, "anna", "admin.people.signUp", nomsa),
    call(door, "bongani", "admin.people.signUp", { ...nomsa, email: "other@example.co.za" }),
  ]);
  expect(people).toMatchObject({ statuses: [200, 409], told: ["people.username_taken"] });
  const units = await both([
    call(door, "anna", "admin.units.add", { label: "Unit 77" }),
    call(door, "bongani", "admin.units.add", { label: "unit 77" }),
  ]);
  expect(units).toMatchObject({ statuses: [200, 409], told: ["units.label_taken"] });
  expect(rows(door, "SELECT id FROM accounts WHERE username LIKE 'nomsa'")).toHaveLength(1);
});

test("two who use the same invite", async () => {
  const door = await openDoor();
  const { password, ...nomsa } = newcomer("Nomsa");
  const { link } = await door.as("anna").admin.invites.invite(nomsa);
  const chosen = { token: link.split("#")[1], password, confirmPassword: password };
  const { statuses, told } = await both([
    call(door, undefined, "public.links.setPassword", chosen),
    call(door, undefined, "public.links.setPassword", chosen),
  ]);
  expect(statuses).toEqual([200, 400]);
  expect(told).toEqual(["auth.unusable_link"]);
  expect(rows(door, "SELECT id FROM sessions")).toHaveLength(1);
});

test("whoever is removed or gets another role while signed in is out with the next request", async () => {
  const door = await openDoor();
  const session = "GET /api/auth/session";
  const inside: [Neighbour, () => Promise<unknown>][] = [
    ["pieter", () => door.as("anna").admin.people.remove({ id: door.people.pieter.id })],
    [
      "sipho",
      () =>
        door.as("anna").admin.people.changeRole({ id: door.people.sipho.id, newRole: "Resident" }),
    ],
  ];
  for (const [name, end] of inside) {
    const browser = door.rest(name);
    const { token } = await door.as(name).member.session.makeToken({ label: "script" });
    const script = { authorization: `Bearer ${token}` };
    const statuses = async () => [
      (await browser(session)).status,
      (await door.rest()(session, undefined, script)).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    await end();
    expect(await statuses()).toEqual([401, 401]);
  }
});

test("two admins who remove each other: one stays", async () => {
  const door = await openDoor();
  const { statuses } = await both([
    call(door, "anna", "admin.people.remove", { id: door.people.bongani.id }),
    call(door, "bongani", "admin.people.remove", { id: door.people.anna.id }),
  ]);
  expect(statuses[0]).toBe(200);
  expect([401, 403, 409]).toContain(statuses[1]);
  expect(
    rows(door, "SELECT id FROM accounts WHERE role = 'Admin' AND removed_at IS NULL"),
  ).toHaveLength(1);
});
