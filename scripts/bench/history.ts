import type Database from "better-sqlite3";
import { write } from "../../server/database/open.ts";
import { maintenanceTypes, type SignUp } from "../../server/features/people/schema.ts";
import { addPerson } from "../../server/features/people/service.ts";
import { momentOf } from "../../server/platform/clock/clock.ts";
import { openBuilding } from "../../server/platform/installation/database.ts";

/**
 * Rows per day of each kind, as in a busy estate. A hundred times the rows is a hundred times the
 * past.
 */
const perDay = 250;
const residentCount = 200;
const dayMs = 86_400_000;
const by = { accountId: null, origin: "bench" };

const person = (role: SignUp["role"], name: string, number = 0) => ({
  role,
  name,
  surname: "Mokoena",
  username: `${name}${number}`.toLowerCase(),
  email: `${name}${number}@example.co.za`,
  cellPhone: "082 123 4567",
  idNumber: "",
  address: `Unit ${number}`,
  ...(role === "Staff" && { maintenanceType: "Electricity" as const }),
});

/** SQL for the id of row `i`: sorted by time like real ids, and different for each kind. */
const idOf = (kind: number, i = "i") =>
  `printf('%08x-%04x-7000-8${kind}00-%012x', ms(${i}) / 65536, ms(${i}) % 65536, ${i})`;
const at = (ms: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', (${ms}) / 1000.0, 'unixepoch')`;
const dayIn = (ms: string) => `date((${ms}) / 1000, 'unixepoch')`;
const one = (list: string, by: string) =>
  `json_extract(${list}, '$[' || (${by} % json_array_length(${list})) || ']')`;
/** Pseudo-random, and the same each time. */
const dice = (salt: number) => `((i * 2654435761 + ${salt} * 40503) / 7 % 1000003)`;

/** Each statement makes one row for each number `i`; the last one dates from this minute. */
const statements = [
  `INSERT INTO fines (id, resident_id, type, status, amount_cents, reason, issued_at, due_date, room_no, reference)
    SELECT ${idOf(1)}, ${one("@residents", dice(1))}, ${one("@fineTypes", dice(2))},
    CASE WHEN ${dice(3)} % 100 < 85 THEN 'Paid' WHEN ${dice(3)} % 100 < 95 THEN 'Unpaid' ELSE 'Pending...' END,
    10000 + ${dice(4)} % 90000, 'Rent of the month came late', ${at("ms(i)")}, ${dayIn(`ms(i) + ${9 * dayMs}`)},
    'Unit 1', 'F-' || i FROM n`,
  `INSERT INTO maintenance_requests (id, resident_id, maintenance_type, room_number, date, description, status, logged_at)
    SELECT ${idOf(2)}, ${one("@residents", dice(5))}, ${one("@trades", dice(6))}, '4',
    ${dayIn("ms(i)")}, 'The tap in the bathroom drips all night', iif(${dice(7)} % 10 = 0, 'Open', 'Closed'),
    ${at("ms(i)")} FROM n`,
  `INSERT INTO maintenance_status_changes (id, request_id, status, changed_by, changed_at)
    SELECT ${idOf(3)}, ${idOf(2)}, 'Closed', @staff, ${at("ms(i)")}
    FROM n WHERE ${dice(7)} % 10 <> 0`,
  // Some visitors are still inside or were never signed out; a long past has no more of them,
  // because someone tidies up.
  `INSERT INTO visits (id, resident_id, visitation_type, room_number, resident_name, resident_email, visitor_name,
    visitor_surname, visitor_email, start_date, leave_date, signed_in_at, signed_out_at, redacted_at)
    SELECT ${idOf(4)}, ${one("@residents", dice(8))}, 'Day Visit', '4', 'Resident Mokoena',
    'resident@example.co.za', 'Jan', 'Botha', 'jan@example.co.za', ${dayIn("ms(i)")}, NULL, ${at("ms(i)")},
    iif(@count - i < 200 OR i % (@count / 300) = 0, NULL, ${at("ms(i) + 7200000")}),
    iif(i % (@count / 300) > 0 AND ms(i) < @now - ${31 * dayMs}, ${at("ms(i)")}, NULL) FROM n`,
  // The first entry is of a kind that never occurs again. Nothing verifies the chain here, so its
  // hashes are made up.
  `INSERT INTO audit_events (id, at, actor_id, action, subject_id, after, origin, device, seq, origin_salt,
    origin_digest, content_salt, content_digest, hash)
    SELECT ${idOf(5)}, ${at("ms(i)")}, ${one("@actors", dice(9))},
    iif(i = 1, 'factors.rule_for_admins', ${one("@actions", dice(10))}), ${idOf(1)}, '{"status":"Paid"}', '192.168.1.20',
    'Firefox on Android', i + @chained, 'salt', printf('%064x', i), 'salt', printf('%064x', i), printf('%064x', i) FROM n`,
];

const lists = {
  fineTypes: ["Late Rent", "Overdue Fees", "Maintenance Violation", "Lease Violation"],
  trades: maintenanceTypes,
  actions: [
    "session.sign_in",
    "fines.issue",
    "fines.set_status",
    "maintenance.log",
    "visitors.sign_in",
  ],
};

/** Drops indexes and triggers during the work, because creating them afterwards is faster. */
function without(sqlite: Database.Database, work: () => void): void {
  const beside = sqlite
    .prepare<[], { type: string; name: string; sql: string }>(
      "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL",
    )
    .all();
  for (const { type, name } of beside) sqlite.exec(`DROP ${type} ${name}`);
  work();
  // The triggers come back when the server opens the file.
  for (const { type, sql } of beside) if (type === "index") sqlite.exec(sql);
}

/**
 * Fills a database with the past of one building: `count` each of fines, maintenance requests,
 * visitors and audit entries, of 200 residents, at the same rate per day whatever the count.
 */
export function fillHistory(file: string, count: number): void {
  const db = openBuilding(file);
  const now = momentOf(new Date(), "Africa/Johannesburg");
  const ids = write(db, () => ({
    admin: addPerson(db, by, person("Admin", "Anna"), null, now),
    staff: addPerson(db, by, person("Staff", "Sipho"), null, now),
    residents: Array.from({ length: residentCount }, (_, number) =>
      addPerson(db, by, person("Resident", "Resident", number), null, now),
    ),
  }));
  const sqlite = db.$client;
  sqlite.pragma("synchronous = OFF");
  sqlite.pragma("foreign_keys = OFF");
  const start = Date.parse(now.at) - (count * dayMs) / perDay;
  sqlite.function("ms", { deterministic: true }, (i) =>
    Math.round(start + (Number(i) * dayMs) / perDay),
  );
  const chained = sqlite.prepare<[], number>("SELECT seq FROM audit_head").pluck().get() ?? 0;
  const values: Record<string, unknown> = {
    count,
    chained,
    staff: ids.staff,
    now: Date.parse(now.at),
    residents: ids.residents,
    actors: [...ids.residents, ids.admin, ids.staff],
    ...lists,
  };
  for (const [name, value] of Object.entries(values))
    if (Array.isArray(value)) values[name] = JSON.stringify(value);
  without(sqlite, () => {
    sqlite.transaction(() => {
      for (const statement of statements) {
        const of = [...statement.matchAll(/@(\w+)/g)].map(([, name = ""]) => [name, values[name]]);
        sqlite
          .prepare(
            `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < @count) ${statement}`,
          )
          .run({ count, ...Object.fromEntries(of) });
      }
      sqlite
        .prepare("UPDATE audit_head SET seq = seq + ?, hash = printf('%064x', ?)")
        .run(count, count);
    })();
  });
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
  sqlite.close();
}
