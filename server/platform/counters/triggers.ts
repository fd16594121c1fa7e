import type Database from "better-sqlite3";

type Sqlite = Database.Database;

/** What is counted of a table, in SQL, because the platform knows no feature. `row` is NEW or OLD. */
interface Counted {
  table: string;
  about: (row: string) => string[];
  what: (row: string) => string;
  cents?: (row: string) => string;
  /** The columns that all of this is made of. */
  columns: string;
}

const counted: readonly Counted[] = [
  {
    table: "accounts",
    about: () => ["'house'"],
    what: (row) => `'people ' || iif(${row}.removed_at IS NULL, ${row}.role, 'removed')`,
    columns: "removed_at, role",
  },
  {
    table: "fines",
    about: (row) => ["'house'", `${row}.resident_id`],
    what: (row) => `'fines ' || ${row}.status`,
    cents: (row) => `${row}.amount_cents`,
    columns: "resident_id, status, amount_cents",
  },
  {
    table: "maintenance_requests",
    about: (row) => ["'house'", `${row}.resident_id`, `'trade ' || ${row}.maintenance_type`],
    what: (row) => `'requests ' || ${row}.status`,
    columns: "resident_id, maintenance_type, status",
  },
  {
    table: "visits",
    about: (row) => ["'house'", `${row}.resident_id`],
    what: (row) => `iif(${row}.signed_out_at IS NULL, 'visits in', 'visits out')`,
    columns: "resident_id, signed_out_at",
  },
  {
    table: "payment_proofs",
    about: (row) => [`${row}.uploaded_by`],
    what: () => "'proofs'",
    columns: "uploaded_by",
  },
];

/** One row's part in the totals: each line is what it is about, what it is, how many and how much. */
const linesOf = ({ about, what, cents }: Counted, row: string, sign: "" | "-"): string[] =>
  about(row).map((each) => `(${each}, ${what(row)}, ${sign}1, ${sign}${cents?.(row) ?? 0})`);

const add = (lines: string[]) =>
  `INSERT INTO _totals (about, what, count, cents) VALUES ${lines.join(", ")}
    ON CONFLICT DO UPDATE SET count = count + excluded.count, cents = cents + excluded.cents;`;

/** Every trigger by its name; every start sees that they stand. */
export const totalTriggers = new Map(
  counted.flatMap((each) => {
    const { table, columns } = each;
    const [comes, goes] = [linesOf(each, "NEW", ""), linesOf(each, "OLD", "-")];
    const trigger = (name: string, when: string, lines: string[]) =>
      [
        `${table}_${name}`,
        `CREATE TRIGGER ${table}_${name} AFTER ${when} ON ${table} BEGIN ${add(lines)} END`,
      ] as const;
    return [
      trigger("counted", "INSERT", comes),
      trigger("recounted", `UPDATE OF ${columns}`, [...goes, ...comes]),
      trigger("discounted", "DELETE", goes),
    ];
  }),
);

/** What the rows themselves say, as the totals should. */
const asCounted = counted
  .flatMap(({ table, about, what, cents }) =>
    about(table).map(
      (each) =>
        `SELECT ${each} AS about, ${what(table)} AS what, count(*) AS count, ${cents ? `sum(${cents(table)})` : "0"} AS cents
        FROM ${table} GROUP BY 1, 2`,
    ),
  )
  .join(" UNION ALL ");

/** Counts everything anew; in a transaction. */
function recount(sqlite: Sqlite): void {
  sqlite.exec(`DELETE FROM _totals; INSERT INTO _totals (about, what, count, cents) ${asCounted}`);
}

/**
 * At every open, after the migrations: sees that the triggers stand, and counts everything anew where
 * one did not, as after a migration that rebuilt its table.
 */
export function keepTotals(sqlite: Sqlite): void {
  const find = sqlite
    .prepare<[string], string>("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?")
    .pluck();
  const missing = [...totalTriggers].filter(([name, text]) => find.get(name) !== text);
  if (missing.length === 0) return;
  sqlite
    .transaction(() => {
      for (const [name, text] of missing) sqlite.exec(`DROP TRIGGER IF EXISTS ${name}; ${text}`);
      recount(sqlite);
    })
    .immediate();
}

/** Counts everything anew where the totals are not what there is. Answers whether they were. */
export function mendTotals(sqlite: Sqlite): string | null {
  return sqlite
    .transaction(() => {
      const problem = totalsProblem(sqlite);
      if (problem) recount(sqlite);
      return problem;
    })
    .immediate();
}

interface Difference {
  about: string;
  what: string;
  stored: number;
  storedCents: number;
  real: number;
  realCents: number;
}

/** What is wrong with the totals, in words, or null. Counts every row. */
export function totalsProblem(sqlite: Sqlite): string | null {
  const wrong = sqlite
    .prepare<[], Difference>(
      `SELECT about, what, sum(stored) AS stored, sum(storedCents) AS storedCents, sum(real) AS real, sum(realCents) AS realCents
      FROM (SELECT about, what, count AS stored, cents AS storedCents, 0 AS real, 0 AS realCents FROM _totals
        UNION ALL SELECT about, what, 0, 0, count, cents FROM (${asCounted}))
      GROUP BY 1, 2 HAVING sum(stored) <> sum(real) OR sum(storedCents) <> sum(realCents)
      ORDER BY about <> 'house', about, what`,
    )
    .all();
  const [first] = wrong;
  if (!first) return null;
  const money = (count: number, cents: number) => (cents ? `${count} of ${cents} cents` : count);
  return (
    `Of "${first.what}" (${first.about}) the dashboards show ${money(first.stored, first.storedCents)}, ` +
    `and there are ${money(first.real, first.realCents)}${wrong.length > 1 ? `; ${wrong.length - 1} more totals are wrong` : ""}.`
  );
}
