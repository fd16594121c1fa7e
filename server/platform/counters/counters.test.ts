import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { inDays, pietersThings } from "../../contract/samples.ts";
import { migrate } from "../../database/migrations.ts";
import { openDatabase } from "../../database/open.ts";
import { runImport } from "../../features/imports/service.ts";
import { addProof, forgetErasedProofs } from "../../features/proofs/service.ts";
import { redactVisits } from "../../features/visitors/service.ts";
import { newcomer, openHouse } from "../../testing.ts";
import { csvFile } from "../csv/file.ts";
import { migrationsFolder } from "../installation/paths.ts";
import { totalOf } from "./counters.ts";
import { mendTotals, totalsProblem } from "./triggers.ts";

type TestBuilding = ReturnType<typeof openHouse>;
type Pick = (many: number) => number;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "stoep-totals-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One of the ids there are in a table. */
function oneOf({ db }: TestBuilding, table: string, pick: Pick, where = "1"): string {
  const ids = db.$client
    .prepare<[], string>(`SELECT id FROM ${table} WHERE ${where} ORDER BY id`)
    .pluck()
    .all();
  return ids[pick(Math.max(ids.length, 1))] ?? "nobody";
}

const statuses = ["Unpaid", "Paid", "Pending..."] as const;
let made = 0;

/** Everything that changes what is counted; each may be refused. */
const doings: Record<string, (building: TestBuilding, pick: Pick) => unknown> = {
  "issue a fine": (building, pick) =>
    building.as("anna").admin.fines.issue({
      residentId: oneOf(building, "accounts", pick, "role = 'Resident'"),
      type: "Late Rent",
      amountCents: 1 + pick(90_000),
      dueDate: inDays(3),
      reason: "Late",
    }),
  "set a fine's status": (building, pick) =>
    building.as("anna").admin.fines.setStatus({
      fineId: oneOf(building, "fines", pick),
      status: statuses[pick(3)] ?? "Paid",
    }),
  "ask for maintenance": (building, pick) =>
    building.as("anna").resident.maintenance.log({
      profileId: oneOf(building, "accounts", pick, "role = 'Resident'"),
      maintenanceType: pick(2) ? "Cleaning" : "Electricity",
      roomNumber: "4",
      date: inDays(0),
      description: "It drips",
    }),
  "open or close a request": (building, pick) =>
    building.as("sipho").staff.maintenance.setStatus({
      requestId: oneOf(building, "maintenance_requests", pick),
      status: pick(2) ? "Closed" : "Open",
    }),
  "sign a visitor in": (building, pick) =>
    building.as("anna").resident.visitors.signIn({
      profileId: oneOf(building, "accounts", pick, "role = 'Resident'"),
      visitationType: "Day Visit",
      roomNumber: "4",
      residentName: "R",
      startDate: inDays(0),
      visitorName: "Jan",
      visitorSurname: "Botha",
      visitorEmail: "jan@example.co.za",
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
      id: oneOf(building, "accounts", pick, "name LIKE 'new%'"),
      newRole: ["Resident", "Staff", "Admin"][pick(3)] ?? "Staff",
    }),
  "remove a person": (building, pick) =>
    building
      .as("anna")
      .admin.people.remove({ id: oneOf(building, "accounts", pick, "role <> 'Admin'") }),
  "erase a person": async (building, pick) => {
    const id = oneOf(building, "accounts", pick, "removed_at IS NOT NULL AND erased_at IS NULL");
    building.db.$client.prepare("UPDATE fines SET status = 'Paid' WHERE resident_id = ?").run(id);
    const { name, surname } = await building.as("anna").admin.privacy.person({ id });
    return building.as("anna").admin.privacy.erase({ id, confirmation: `${name} ${surname}` });
  },
  "import people": async (building, pick) => {
    made += 1;
    const rows = Array.from(
      { length: 1 + pick(5) },
      (_, i) => `new${i},Zwane,i${made}.${i}@example.co.za,082 123 4567,8001015009087`,
    );
    const file = await csvFile(
      Buffer.from(`Name,Surname,Email,Cell,ID number\n${rows.join("\n")}\n`),
      5_000,
    );
    return runImport(
      ...([building.db, { accountId: null, origin: "test" }, "residents", file] as const),
      building.services.now,
    );
  },
  "forget proofs": ({ db, services }) =>
    forgetErasedProofs(db, { accountId: null, origin: "job" }, "2999-01-01", services.now()),
  // What no call does, and somebody at the machine may.
  "do as one likes in SQL": ({ db }, pick) =>
    db.$client.exec(
      [
        "UPDATE fines SET resident_id = (SELECT resident_id FROM fines LIMIT 1) WHERE rowid % 3 = 0",
        "UPDATE fines SET amount_cents = amount_cents + 5 WHERE rowid % 2 = 0",
        "UPDATE maintenance_requests SET maintenance_type = 'Security' WHERE rowid % 2 = 0",
        "UPDATE visits SET resident_id = (SELECT resident_id FROM fines LIMIT 1) WHERE rowid % 2 = 0",
        "DELETE FROM visits WHERE rowid % 3 = 0",
        "DELETE FROM payment_proofs WHERE rowid % 2 = 0",
        "INSERT INTO fines SELECT id || '+', resident_id, type, status, amount_cents, reason, issued_at, due_date, room_no, reference || '+' FROM fines LIMIT 3",
      ][pick(7)] ?? "",
    ),
};

/** Does one of these things. Answers whether anything changed. */
async function doOne(building: TestBuilding, what: string, pick: Pick): Promise<boolean> {
  const changes = building.db.$client.prepare<[], number>("SELECT total_changes()").pluck();
  const before = changes.get();
  try {
    await doings[what]?.(building, pick);
  } catch (error) {
    // A refusal is no change; anything else is a fault of this test.
    if (!(error as { code?: string }).code) throw error;
  }
  expect(totalsProblem(building.db.$client), what).toBeNull();
  return changes.get() !== before;
}

test("each thing that people do is counted", async () => {
  const building = openHouse();
  await pietersThings(building);
  for (const what of Object.keys(doings))
    expect(await doOne(building, what, (many) => 1 % many), what).toBe(true);
  await expectAsCounted(building);
});

test("whatever they do in whatever order, the totals are what there is", {
  timeout: 60_000,
}, async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(doings)), fc.nat(1e9));
  const walk = fc.array(step, { minLength: 30, maxLength: 60, size: "max" });
  await fc.assert(
    fc.asyncProperty(walk, async (steps) => {
      const building = openHouse();
      await pietersThings(building);
      for (const [what, dice] of steps) await doOne(building, what, (many) => dice % many);
      await expectAsCounted(building);
    }),
    { numRuns: 10 },
  );
});

/** The numbers people see, against the rows counted by hand. */
async function expectAsCounted({ as, db, people }: TestBuilding) {
  const count = (sql: string) => db.$client.prepare<[], number>(sql).pluck().get() ?? 0;
  const [id, trade] = [people.pieter.id, "maintenance_type = 'Electricity'"];
  expect(await as("anna").admin.dashboard.overview()).toMatchObject({
    residents: count(
      "SELECT count(*) FROM accounts WHERE role = 'Resident' AND removed_at IS NULL",
    ),
    staff: count("SELECT count(*) FROM accounts WHERE role = 'Staff' AND removed_at IS NULL"),
    openRequests: count("SELECT count(*) FROM maintenance_requests WHERE status = 'Open'"),
    unpaidFines: count("SELECT count(*) FROM fines WHERE status = 'Unpaid'"),
    unpaidCents: count("SELECT coalesce(sum(amount_cents), 0) FROM fines WHERE status = 'Unpaid'"),
    pendingFines: count("SELECT count(*) FROM fines WHERE status = 'Pending...'"),
    visitorsIn: count("SELECT count(*) FROM visits WHERE signed_out_at IS NULL"),
  });
  expect(await as("anna").resident.dashboard.overview({ profileId: id })).toEqual({
    unpaidFines: count(
      `SELECT count(*) FROM fines WHERE resident_id = '${id}' AND status = 'Unpaid'`,
    ),
    unpaidCents: count(
      `SELECT coalesce(sum(amount_cents), 0) FROM fines WHERE resident_id = '${id}' AND status = 'Unpaid'`,
    ),
    pendingFines: count(
      `SELECT count(*) FROM fines WHERE resident_id = '${id}' AND status = 'Pending...'`,
    ),
    openRequests: count(
      `SELECT count(*) FROM maintenance_requests WHERE resident_id = '${id}' AND status = 'Open'`,
    ),
    visitorsIn: count(
      `SELECT count(*) FROM visits WHERE resident_id = '${id}' AND signed_out_at IS NULL`,
    ),
  });
  expect(await as("sipho").staff.dashboard.overview()).toMatchObject({
    openInMyTrade: count(
      `SELECT count(*) FROM maintenance_requests WHERE status = 'Open' AND ${trade}`,
    ),
  });
  expect((await as("anna").admin.privacy.person({ id })).counts).toEqual({
    fines: count(`SELECT count(*) FROM fines WHERE resident_id = '${id}'`),
    unpaid: count(`SELECT count(*) FROM fines WHERE resident_id = '${id}' AND status <> 'Paid'`),
    proofs: count(`SELECT count(*) FROM payment_proofs WHERE uploaded_by = '${id}'`),
    requests: count(`SELECT count(*) FROM maintenance_requests WHERE resident_id = '${id}'`),
    visits: count(`SELECT count(*) FROM visits WHERE resident_id = '${id}'`),
  });
}

test("what is undone is not counted", async () => {
  const building = openHouse();
  await pietersThings(building);
  const before = totalOf(building.db, "house", "fines Unpaid");
  const failing = building.db.$client.transaction(() => {
    building.db.$client.exec("DELETE FROM payment_proofs; DELETE FROM fines");
    throw new Error("no");
  });
  expect(failing).toThrow("no");
  expect(totalOf(building.db, "house", "fines Unpaid")).toEqual(before);
  expect(totalsProblem(building.db.$client)).toBeNull();
});

/** A database on the disk in which Pieter has a thing of every kind, closed. */
async function lived() {
  const building = openHouse({ onDisk: true });
  await pietersThings(building);
  const file = join(newFolder(), "stoep.db");
  building.db.$client.prepare("VACUUM INTO ?").run(file);
  return { file, id: building.people.pieter.id };
}

test.each([
  ["a trigger went", "DROP TRIGGER fines_counted"],
  [
    "a trigger is another",
    "DROP TRIGGER visits_recounted; CREATE TRIGGER visits_recounted AFTER INSERT ON visits BEGIN SELECT 1; END",
  ],
  [
    "a migration rebuilt a table",
    "CREATE TABLE new AS SELECT * FROM fines; PRAGMA foreign_keys = OFF; DROP TABLE fines; ALTER TABLE new RENAME TO fines",
  ],
])("where %s, everything is counted anew at the next start", async (_, sql) => {
  const { file } = await lived();
  const raw = new Database(file);
  raw.exec(sql);
  raw.exec(
    "INSERT INTO fines SELECT id || '+', resident_id, type, status, 7, reason, issued_at, due_date, room_no, reference || '+' FROM fines",
  );
  raw.exec("UPDATE visits SET signed_out_at = signed_in_at");
  raw.close();
  const { $client } = openDatabase(file);
  onTestFinished(() => void $client.close());
  expect(totalsProblem($client)).toBeNull();
  $client.exec("UPDATE fines SET status = 'Paid'; DELETE FROM visits");
  expect(totalsProblem($client)).toBeNull();
});

test("what was there before there were totals is counted when they come", async () => {
  const { file, id } = await lived();
  // The program before, which had neither.
  const older = join(newFolder(), "migrations");
  cpSync(migrationsFolder, older, { recursive: true });
  const path = join(older, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(path, "utf8"));
  const first = journal.entries.findIndex(({ tag }: { tag: string }) => tag.endsWith("_totals"));
  journal.entries.length = first;
  writeFileSync(path, JSON.stringify(journal));
  const before = join(newFolder(), "stoep.db");
  const raw = new Database(before);
  migrate(raw, null, older);
  raw.prepare("ATTACH ? AS now").run(file);
  raw.pragma("foreign_keys = OFF");
  for (const table of ["accounts", "fines", "maintenance_requests", "visits"])
    raw.exec(`INSERT INTO ${table} SELECT * FROM now.${table}`);
  // A proof was its own file then.
  raw.exec(
    `INSERT INTO payment_proofs SELECT p.id, p.fine_id, p.uploaded_by, f.file_name, f.stored_name,
       f.mime_type, f.size, f.sha256, f.uploaded_at
     FROM now.payment_proofs p JOIN now.files f ON f.id = p.file_id`,
  );
  raw.close();
  const db = openDatabase(before, newFolder());
  onTestFinished(() => void db.$client.close());
  expect(totalsProblem(db.$client)).toBeNull();
  expect(totalOf(db, id, "fines Pending...")).toEqual({ count: 1, cents: 45_000 });
  expect(totalOf(db, "house", "people Resident")).toEqual({ count: 2, cents: 0 });
  expect(totalOf(db, "trade Electricity", "requests Open").count).toBe(1);
});

test("totals that are wrong are told of and mended", async () => {
  const { file } = await lived();
  const { $client } = openDatabase(file);
  onTestFinished(() => void $client.close());
  expect(mendTotals($client)).toBeNull();
  $client.exec(
    "UPDATE _totals SET cents = 1 WHERE what = 'fines Pending...'; DELETE FROM _totals WHERE what LIKE 'requests%'",
  );
  const problem =
    'Of "fines Pending..." (house) the dashboards show 1 of 1 cents, and there are 1 of 45000 cents; 4 more totals are wrong.';
  expect(totalsProblem($client)).toBe(problem);
  expect(mendTotals($client)).toBe(problem);
  expect(totalsProblem($client)).toBeNull();
});

test("of what there is none the total is nothing", () => {
  const { db, people } = openHouse();
  expect(totalOf(db, people.thandi.id, "fines Unpaid")).toEqual({ count: 0, cents: 0 });
});
