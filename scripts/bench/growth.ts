// How every list, every number on a dashboard and every lasting change stands with a hundred times the
// rows: `npm run bench:growth`. It calls the procedures themselves, with no HTTP around them that would
// hide what grows, on two buildings of the same people: one of 10 000 rows each of fines, requests,
// visitors and entries in the trail, and one of 1 000 000. What is asked for differs from call to call.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../../server/config.ts";
import { makeHouse } from "../../server/house.ts";
import { accountOfSession, startSession } from "../../server/platform/auth/sessions.ts";
import { type Api, createCaller } from "../../server/router.ts";
import type { House } from "../../server/trpc.ts";
import { fillHistory } from "./history.ts";

const { values } = parseArgs({ options: { few: { type: "string" }, many: { type: "string" } } });
const rounds = 25;
/** A round of one call lasts about so long, in milliseconds. */
const roundMs = 8;
const goal = 1.2;

/** Some ids of each kind from all over the table. */
function samplesOf({ db }: House) {
  const pick = (table: string, column = "id") => {
    const [last = 0] = db.$client
      .prepare<[], number>(`SELECT max(rowid) FROM ${table}`)
      .pluck()
      .all();
    const find = db.$client.prepare<[number], string>(
      `SELECT ${column} FROM ${table} WHERE rowid = ?`,
    );
    const places = Array.from({ length: 500 }, (_, i) => 1 + Math.floor(((i + 0.5) * last) / 500));
    const found = places.flatMap((place) => find.pluck().get(place) ?? []);
    // In an order of its own, so that no two that follow each other lie on one page.
    return found.map((_, i) => found[(i * 211) % found.length] ?? "");
  };
  const people = (role: string) =>
    db.$client
      .prepare<[string], string>("SELECT id FROM accounts WHERE role = ?")
      .pluck()
      .all(role);
  const days = Array.from({ length: 28 }, (_, i) =>
    new Date(Date.now() - (i + 1) * 86_400_000).toISOString().slice(0, 10),
  );
  return {
    ...{ fine: pick("fines"), request: pick("maintenance_requests"), visit: pick("visits") },
    ...{
      entry: pick("audit_events", "seq"),
      subject: pick("audit_events", "subject_id"),
      day: days,
    },
    ...{ admin: people("Admin"), resident: people("Resident"), staff: people("Staff") },
  };
}

type Kind = keyof ReturnType<typeof samplesOf>;
type Take = (kind: Kind) => string;

function openBuilding(data: string) {
  const house = makeHouse(readConfig({ STOEP_DATA: data, LOG_LEVEL: "silent" }));
  const samples = samplesOf(house);
  const taken = new Map<Kind, number>();
  const take: Take = (kind) => {
    const count = (taken.get(kind) ?? 0) + 1;
    taken.set(kind, count);
    return String(samples[kind][count % samples[kind].length]);
  };
  const { db, config, now } = house;
  const enter = (id: string): Api => {
    const account = accountOfSession(
      db,
      startSession(db, id, now().at, config.session),
      now().at,
      config.session,
    );
    const nothing = () => undefined;
    return createCaller({
      ...{ ...house, account, by: { accountId: id, origin: "bench" }, userAgent: "bench" },
      ...{
        deviceToken: null,
        setDeviceCookie: nothing,
        halfWayToken: null,
        setHalfWayCookie: nothing,
      },
      ...{ afterAnswer: nothing, keepAnswer: nothing, setSessionCookie: nothing },
    });
  };
  const everybody = [...samples.admin, ...samples.resident, ...samples.staff];
  const apis = new Map(everybody.map((id) => [id, enter(id)]));
  const as = (id: string) => apis.get(id) as Api;
  const tokens = samples.resident.map((id) => startSession(db, id, now().at, config.session));
  return { house, take, as, token: () => tokens[Math.floor(Math.random() * tokens.length)] ?? "" };
}

type Building = ReturnType<typeof openBuilding>;
type Call = (building: Building) => Promise<unknown> | unknown;

const admin = ({ as, take }: Building) => as(take("admin")).admin;
const resident = ({ as, take }: Building) => as(take("resident")).resident;
const staff = ({ as, take }: Building) => as(take("staff")).staff;
const trail =
  (filter: (take: Take) => Record<string, unknown>): Call =>
  (b) =>
    admin(b).audit.entries(filter(b.take));

/** Of one person there are not many in a short past, and a fuller page takes longer in any building. */
const aFew = 5;
const rare = "factors.rule_for_admins";
const calls: Record<string, Call> = {
  "who holds a session": ({ house: { db, config, now }, token }) =>
    accountOfSession(db, token(), now().at, config.session),
  "admin.dashboard.overview": (b) => admin(b).dashboard.overview(),
  "resident.dashboard.overview": (b) => resident(b).dashboard.overview(),
  "staff.dashboard.overview": (b) => staff(b).dashboard.overview(),
  "resident.dashboard.messages": (b) => resident(b).dashboard.messages(),
  "member.announcements.all": (b) => b.as(b.take("resident")).member.announcements.all({}),
  "admin.people.residents": (b) => admin(b).people.residents({}),
  "admin.people.staff": (b) => admin(b).people.staff({}),
  "admin.fines.all": (b) => admin(b).fines.all({}),
  "admin.fines.all, far back": (b) => admin(b).fines.all({ cursor: b.take("fine") }),
  "admin.fines.one": (b) => admin(b).fines.one({ fineId: b.take("fine") }),
  "resident.fines.mine": (b) => resident(b).fines.mine({}),
  "resident.fines.mine, far back": (b) =>
    resident(b).fines.mine({ cursor: b.take("fine"), limit: aFew }),
  "admin.maintenance.all": (b) => admin(b).maintenance.all({}),
  "admin.maintenance.all, far back": (b) => admin(b).maintenance.all({ cursor: b.take("request") }),
  "admin.maintenance.history": (b) =>
    admin(b).maintenance.history({ requestId: b.take("request") }),
  "resident.maintenance.mine": (b) => resident(b).maintenance.mine({}),
  "staff.maintenance.all": (b) => staff(b).maintenance.all({}),
  "staff.maintenance.all, of one trade": (b) => staff(b).maintenance.all({ type: "mine" }),
  "staff.maintenance.all, of one trade, far back": (b) =>
    staff(b).maintenance.all({ type: "mine", cursor: b.take("request") }),
  "admin.visitors.present": (b) => admin(b).visitors.present({}),
  "admin.visitors.present, far back": (b) => admin(b).visitors.present({ cursor: b.take("visit") }),
  "resident.visitors.present": (b) => resident(b).visitors.present({}),
  "admin.privacy.people": (b) => admin(b).privacy.people(),
  "admin.privacy.person": (b) => admin(b).privacy.person({ id: b.take("resident") }),
  "admin.privacy.visitors": (b) => admin(b).privacy.visitors(),
  "admin.audit.about": (b) => admin(b).audit.about(),
  "admin.audit.entry": (b) => admin(b).audit.entry({ entry: Number(b.take("entry")) }),
  "admin.audit.entries": trail(() => ({})),
  "admin.audit.entries, far back": trail((take) => ({ cursor: take("entry") })),
  "admin.audit.entries, of a deed": trail(() => ({ action: "fines.issue" })),
  "admin.audit.entries, of a rare deed": trail(() => ({ action: rare })),
  "admin.audit.entries, of a deed nobody did": trail(() => ({ action: "units.remove" })),
  "admin.audit.entries, of a person": trail((take) => ({ who: take("resident") })),
  "admin.audit.entries, of a person, far back": trail((take) => ({
    ...{ who: take("resident"), cursor: take("entry"), limit: aFew },
  })),
  "admin.audit.entries, of a person and a deed": trail((take) => ({
    ...{ who: take("resident"), action: "fines.issue", limit: aFew },
  })),
  "admin.audit.entries, of a person and a rare deed": trail((take) => ({
    ...{ who: take("resident"), action: rare },
  })),
  "admin.audit.entries, about a thing": trail((take) => ({ about: take("subject") })),
  "admin.audit.entries, about a thing, of a person": trail((take) => ({
    ...{ about: take("subject"), who: take("resident") },
  })),
  "admin.audit.entries, of a day": trail((take) => ({ day: take("day") })),
  "admin.audit.entries, of a day and a deed": trail((take) => ({
    ...{ day: take("day"), action: "fines.issue" },
  })),
  "admin.audit.entries, of a day and a rare deed": trail((take) => ({
    day: take("day"),
    action: rare,
  })),
  "admin.audit.entries, of a day and a person": trail((take) => ({
    ...{ day: take("day"), who: take("resident") },
  })),
};

const today = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
/** Each is on the disk before it is answered. */
const changes: Record<string, Call> = {
  "admin.fines.issue": (b) =>
    admin(b).fines.issue({
      ...{ residentId: b.take("resident"), type: "Late Rent", amountCents: 45_000 },
      ...{ dueDate: today(), reason: "Rent of the month came late" },
    }),
  "admin.fines.setStatus": (b) =>
    admin(b).fines.setStatus({
      ...{ fineId: b.take("fine"), status: Math.random() < 0.5 ? "Paid" : "Unpaid" },
    }),
  "resident.maintenance.log": (b) =>
    resident(b).maintenance.log({
      ...{
        maintenanceType: "Electricity",
        roomNumber: "4",
        date: today(),
        description: "It drips",
      },
    }),
  "resident.visitors.signIn": (b) =>
    resident(b).visitors.signIn({
      ...{ visitationType: "Day Visit", roomNumber: "4", residentName: "R M", startDate: today() },
      ...{ visitorName: "Jan", visitorSurname: "Botha", visitorEmail: "jan@example.co.za" },
    }),
};

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/** Time of the processor, which is the same however much else the machine has to do. */
async function timeOf(call: Call, building: Building, times: number): Promise<number> {
  const begun = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await call(building);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000 / times;
}

interface Line {
  what: string;
  few: number;
  many: number;
}

/** Both in turn, again and again, so that whatever else the machine does hits both alike. */
async function compare(what: string, call: Call, few: Building, many: Building): Promise<Line> {
  // Warm, as a house is that has run for a while.
  for (const building of [few, many, few, many]) await timeOf(call, building, 100);
  const times = Math.max(1, Math.round(roundMs / (await timeOf(call, few, 20))));
  const seen: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    seen[0].push(await timeOf(call, few, times));
    seen[1].push(await timeOf(call, many, times));
  }
  return { what, few: median(seen[0]), many: median(seen[1]) };
}

/** Opening the database, with everything that is looked at before somebody is served. */
function starting(fewData: string, manyData: string): Line {
  const seen = [fewData, manyData].map((data) =>
    median(
      [1, 2, 3].map(() => {
        const begun = performance.now();
        const house = makeHouse(readConfig({ STOEP_DATA: data, LOG_LEVEL: "silent" }));
        const ms = performance.now() - begun;
        house.db.$client.close();
        return ms;
      }),
    ),
  );
  return { what: "opening the database", few: seen[0] ?? 0, many: seen[1] ?? 0 };
}

function print(lines: Line[]): void {
  console.log("| | ms at 10 000 | ms at 1 000 000 | ratio | ≤ 1.2 |\n|---|---|---|---|---|");
  const worstFirst = lines.toSorted((a, b) => b.many / b.few - a.many / a.few);
  for (const { what, few, many } of worstFirst)
    console.log(
      `| ${what} | ${few.toFixed(3)} | ${many.toFixed(3)} | ${(many / few).toFixed(2)} | ${many / few <= goal ? "yes" : "no"} |`,
    );
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "stoep-growth-"));
  const made = (name: string, count: number) => {
    const data = join(folder, name);
    mkdirSync(data);
    fillHistory(join(data, "stoep.db"), count);
    return data;
  };
  try {
    const fewData = values.few ?? made("few", 10_000);
    const manyData = values.many ?? made("many", 1_000_000);
    const lines = [starting(fewData, manyData)];
    const [few, many] = [openBuilding(fewData), openBuilding(manyData)];
    for (const [what, call] of Object.entries({ ...calls, ...changes }))
      lines.push(await compare(what, call, few, many));
    for (const { house } of [few, many]) house.db.$client.close();
    print(lines);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
process.exit(0);
