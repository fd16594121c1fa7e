import fc from "fast-check";
import { expect, test } from "vitest";
import { addProof, forgetErasedProofs } from "../features/fines/proofs/service.ts";
import { choices } from "../features/spreadsheet/schema.ts";
import { runRegister } from "../features/spreadsheet/service.ts";
import { redactVisits } from "../features/visitors/service.ts";
import { readSheets } from "../platform/csv/sheets.ts";
import { newcomer, openHouse } from "../testing.ts";
import { darkStairs, dayVisit, lateRent, pietersThings } from "./samples.ts";

// The dashboards show the true numbers, whatever people did before.

type TestBuilding = ReturnType<typeof openHouse>;
type Pick = (many: number) => number;

/** One of the ids in a table. */
function oneOf({ db }: TestBuilding, table: string, pick: Pick, where = "1"): string {
  const ids = db.$client
    .prepare<[], string>(`SELECT id FROM ${table} WHERE ${where} ORDER BY id`)
    .pluck()
    .all();
  return ids[pick(Math.max(ids.length, 1))] ?? "nobody";
}

const statuses = ["Unpaid", "Paid", "Pending..."] as const;
let made = 0;

/** Everything that changes the numbers; each action may be refused. */
const acts: Record<string, (building: TestBuilding, pick: Pick) => unknown> = {
  "issue a fine": (building, pick) =>
    building.as("anna").admin.fines.issue({
      ...lateRent,
      residentId: oneOf(building, "accounts", pick, "role = 'Resident'"),
      amountCents: 1 + pick(90_000),
    }),
  "set a fine's status": (building, pick) =>
    building.as("anna").admin.fines.setStatus({
      fineId: oneOf(building, "fines", pick),
      status: statuses[pick(3)] ?? "Paid",
    }),
  "ask for maintenance": (building, pick) =>
    building.as("anna").resident.maintenance.log({
      ...darkStairs,
      profileId: oneOf(building, "accounts", pick, "role = 'Resident'"),
      maintenanceType: pick(2) ? "Cleaning" : "Electricity",
    }),
  "open or close a request": (building, pick) =>
    building.as("sipho").staff.maintenance.setStatus({
      requestId: oneOf(building, "maintenance_requests", pick),
      status: pick(2) ? "Closed" : "Open",
    }),
  "sign a visitor in": (building, pick) =>
    building.as("anna").resident.visitors.signIn({
      ...dayVisit,
      profileId: oneOf(building, "accounts", pick, "role = 'Resident'"),
    }),
  "sign a visitor out": (building, pick) =>
    building.as("anna").admin.visitors.signOut({ visitId: oneOf(building, "visits", pick) }),
  "take names off visits": ({ db, services }) =>
    redactVisits(db, { accountId: null, origin: "job" }, "2999-01-01", services.now()),
  "send a proof": (building, pick) => {
    made += 1;
    const fineId = oneOf(building, "fines", pick);
    const residentId = building.db.$client
      .prepare<[string], string>("SELECT resident_id FROM fines WHERE id = ?")
      .pluck()
      .get(fineId);
    const file = { storedName: `${made}.pdf`, fileName: "x.pdf", sha256: `${made}`, size: 1 };
    return addProof(
      ...([building.db, { accountId: null, origin: "test" }] as const),
      { residentId: residentId ?? "", fineId },
      { ...file, mimeType: "application/pdf" },
      building.services.now(),
    );
  },
  "add a person": (building) => {
    made += 1;
    const { password, ...person } = newcomer(`new${made}`);
    return building
      .as("anna")
      .admin.people.signUp({ ...person, password, confirmPassword: password });
  },
  "change a role": (building, pick) =>
    building.as("anna").admin.people.changeRole({
      id: oneOf(building, "people", pick, "name LIKE 'new%'"),
      newRole: ["Resident", "Staff", "Admin"][pick(3)] ?? "Staff",
    }),
  "remove a person": (building, pick) =>
    building
      .as("anna")
      .admin.people.remove({ id: oneOf(building, "accounts", pick, "role <> 'Admin'") }),
  "erase a person": async (building, pick) => {
    const id = oneOf(building, "people", pick, "removed_at IS NOT NULL AND erased_at IS NULL");
    building.db.$client.prepare("UPDATE fines SET status = 'Paid' WHERE resident_id = ?").run(id);
    const { name, surname } = await building.as("anna").admin.privacy.person({ id });
    return building.as("anna").admin.privacy.erase({ id, confirmation: `${name} ${surname}` });
  },
  "import people": async (building, pick) => {
    made += 1;
    const rows = Array.from(
      { length: 1 + pick(5) },
      (_, i) =>
        `new${i},Zwane,Staff,i${made}.${i}@example.co.za,082 123 4567,8001015009087,Cleaning`,
    );
    const list = `Name,Surname,Role,Email,Cell,ID number,Trade\n${rows.join("\n")}\n`;
    const file = await readSheets(Buffer.from(list), 5_020);
    return runRegister(
      building.db,
      { accountId: null, origin: "test" },
      { file, choices: choices.parse({}) },
      building.services.now(),
    );
  },
  "forget proofs": ({ db, services }) =>
    forgetErasedProofs(db, { accountId: null, origin: "job" }, "2999-01-01", services.now()),
  // No call does this, but a person with access to the machine may.
  "do as one likes in SQL": ({ db }, pick) =>
    db.$client.exec(
      [
        "UPDATE fines SET resident_id = (SELECT resident_id FROM fines LIMIT 1) WHERE rowid % 3 = 0",
        "UPDATE fines SET amount_cents = amount_cents + 5 WHERE rowid % 2 = 0",
        "UPDATE maintenance_requests SET maintenance_type = 'Security' WHERE rowid % 2 = 0",
        "UPDATE visits SET resident_id = (SELECT resident_id FROM fines LIMIT 1) WHERE rowid % 2 = 0",
        "DELETE FROM visits WHERE rowid % 3 = 0",
        "DELETE FROM attachments WHERE rowid % 2 = 0",
        "INSERT INTO fines SELECT id || '+', resident_id, type, status, amount_cents, reason, issued_at, due_date, room_no, reference || '+' FROM fines LIMIT 3",
      ][pick(7)] ?? "",
    ),
};

/** Does one of these actions. Returns whether anything changed. */
async function doOne(building: TestBuilding, what: string, pick: Pick): Promise<boolean> {
  const changes = building.db.$client.prepare<[], number>("SELECT total_changes()").pluck();
  const before = changes.get();
  try {
    await acts[what]?.(building, pick);
  } catch (error) {
    // A refusal changes nothing; any other error is a fault in this test.
    if (!(error as { code?: string }).code) throw error;
  }
  await expectAsCounted(building, what);
  return changes.get() !== before;
}

test("each thing that people do is counted", async () => {
  const building = openHouse();
  await pietersThings(building);
  for (const what of Object.keys(acts))
    expect(await doOne(building, what, (many) => 1 % many), what).toBe(true);
});

test("whatever they do in whatever order, the dashboards show what there is", {
  timeout: 60_000,
}, async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.nat(1e9));
  const walk = fc.array(step, { minLength: 30, maxLength: 60, size: "max" });
  await fc.assert(
    fc.asyncProperty(walk, async (steps) => {
      const building = openHouse();
      await pietersThings(building);
      for (const [what, dice] of steps) await doOne(building, what, (many) => dice % many);
    }),
    { numRuns: 10 },
  );
});

/** Compares the numbers people see with rows counted by hand. */
async function expectAsCounted({ as, db, people }: TestBuilding, what: string) {
  const { id } = people.pieter;
  const sql = (expression: string, rows: string) =>
    Number(db.$client.prepare(`SELECT ${expression} FROM ${rows}`).pluck().get());
  const count = (table: string, where: string) => sql("count(*)", `${table} WHERE ${where}`);
  const here = (role: string) => count("accounts", `role = '${role}' AND removed_at IS NULL`);
  const numbers = (whose: string) => ({
    openRequests: count("maintenance_requests", `status = 'Open' AND ${whose}`),
    unpaidFines: count("fines", `status = 'Unpaid' AND ${whose}`),
    unpaidCents: sql("total(amount_cents)", `fines WHERE status = 'Unpaid' AND ${whose}`),
    pendingFines: count("fines", `status = 'Pending...' AND ${whose}`),
    visitorsIn: count("visits", `signed_out_at IS NULL AND ${whose}`),
  });
  const his = `resident_id = '${id}'`;
  expect(await as("anna").admin.dashboard.overview(), what).toMatchObject({
    residents: here("Resident"),
    staff: here("Staff"),
    ...numbers("1"),
  });
  expect(await as("anna").resident.dashboard.overview({ profileId: id }), what).toEqual(
    numbers(his),
  );
  expect(await as("sipho").staff.dashboard.overview(), what).toMatchObject({
    openInMyTrade: count(
      "maintenance_requests",
      "status = 'Open' AND maintenance_type = 'Electricity'",
    ),
  });
  expect((await as("anna").admin.privacy.person({ id })).counts, what).toEqual({
    fines: count("fines", his),
    unpaid: count("fines", `${his} AND status <> 'Paid'`),
    proofs: count("attachments", `added_by = '${id}'`),
    requests: count("maintenance_requests", his),
    visits: count("visits", his),
  });
}
