// Measures the built server beside a bare one: `npm run bench`, with `-- --json FILE` also as JSON,
// with `-- --quick` in short rounds. Rounds are interleaved and medians compared, because absolute
// numbers do not travel from machine to machine but ratios do.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { dayOf } from "../../server/platform/clock/clock.ts";
import { fillBuilding } from "./building.ts";
import { type Line, report } from "./report.ts";
import { type Figure, interleaved, type Target } from "./rounds.ts";
import { type Served, serveRaw, serveStoep, stepAside } from "./serve.ts";

const { values } = parseArgs({ options: { json: { type: "string" }, quick: { type: "boolean" } } });
const pace = values.quick ? { rounds: 3, seconds: 2 } : { rounds: 5, seconds: 4 };

const fineCount = 10_000;
const manyFines = 1_000_000;

const cookieOf = (token: string) => ({ cookie: `sid=${token}` });
const input = encodeURIComponent(JSON.stringify({}));
const listOf = ({ url }: Served) => `${url}/api/trpc/resident.fines.mine?input=${input}`;

/** A ratio of two figures, whose spreads add up. */
const ratio = (what: string, ours: Figure, theirs: Figure, goal: Line["goal"]): Line => ({
  ...{ what, measured: ours.perSecond / theirs.perSecond, goal },
  spread: ours.spread + theirs.spread,
});

type Building = ReturnType<typeof fillBuilding>;

/** Reading: the list of one person's fines, out of many. */
async function reading(
  ours: Served,
  raw: Served,
  { residentId, token }: Building,
): Promise<Line[]> {
  const headers = cookieOf(token);
  const rest = `${ours.url}/api/property/resident/fines/${residentId}`;
  const targets: Target[] = [
    { name: "raw", url: raw.url },
    { name: "tRPC", url: listOf(ours), headers, fresh: true },
    { name: "REST", url: rest, headers, fresh: true },
    { name: "tRPC again", url: listOf(ours), headers },
    { name: "REST again", url: rest, headers },
  ];
  const seen = await interleaved(targets, pace);
  const figure = (name: string) => seen.get(name) as Figure;
  const against = (what: string, name: string, atLeast: number) =>
    ratio(what, figure(name), figure("raw"), { atLeast });
  const tail = figure("tRPC").p99 / figure("raw").p99;
  return [
    against("50 fines of one person through tRPC, against raw", "tRPC", 1),
    against("the same through REST", "REST", 1),
    against("the same through tRPC again, nothing changed", "tRPC again", 4),
    against("the same through REST again, nothing changed", "REST again", 4),
    { what: "p99 through tRPC, 16 connections, against raw", measured: tail, goal: { atMost: 1 } },
  ];
}

/** Writing: a fine that is on the disk before it is answered. */
async function writing(
  ours: Served,
  raw: Served,
  { residentId, admin }: Building,
): Promise<Line[]> {
  const headers = { ...cookieOf(admin), "content-type": "application/json" };
  const dueDate = dayOf(new Date(Date.now() + 9 * 86_400_000), "Africa/Johannesburg");
  const fine = { residentId, type: "Late Rent", amountCents: 45_000, dueDate };
  const body = (count: number) =>
    JSON.stringify({ ...fine, reason: `Late for the ${count}. time` });
  const post = { method: "POST" as const, headers, body };
  const seen = await interleaved(
    [
      { name: "raw", url: raw.url, ...post },
      { name: "tRPC", url: `${ours.url}/api/trpc/admin.fines.issue`, ...post },
    ],
    pace,
  );
  const [theirs, mine] = [seen.get("raw"), seen.get("tRPC")] as [Figure, Figure];
  const what = "a fine issued, durable, with its entry in the trail, against raw with a session";
  return [ratio(what, mine, theirs, { atLeast: 0.75 })];
}

/** Growing: the first page of a list out of a hundred times as many rows. */
async function growing(folder: string, few: Served, { token }: Building): Promise<Line[]> {
  const data = join(folder, "many");
  const many = fillBuilding(join(data, "stoep.db"), manyFines);
  const served = await serveStoep(data);
  try {
    const seen = await interleaved(
      [
        { name: "few", url: listOf(few), headers: cookieOf(token), fresh: true },
        { name: "many", url: listOf(served), headers: cookieOf(many.token), fresh: true },
      ],
      pace,
    );
    const [small, large] = [seen.get("few"), seen.get("many")] as [Figure, Figure];
    const what = "time of a page at 1 000 000 fines against 10 000";
    return [ratio(what, small, large, { atMost: 1.2 })];
  } finally {
    await served.stop();
  }
}

/** What it takes to run at all. */
async function standing(ours: Served, data: string): Promise<Line[]> {
  const again = await serveStoep(data);
  await again.stop();
  return [
    { what: "memory at most", measured: ours.peakMb(), unit: "MB", goal: { atMost: 120 } },
    { what: "start", measured: again.startMs / 1000, unit: "s", goal: { atMost: 0.5 } },
  ];
}

async function main(): Promise<void> {
  stepAside();
  const folder = mkdtempSync(join(tmpdir(), "stoep-bench-"));
  const served: Served[] = [];
  try {
    const [data, idle] = [join(folder, "house"), join(folder, "idle")];
    const building = fillBuilding(join(data, "stoep.db"), fineCount);
    cpSync(data, idle, { recursive: true });
    // Its own database: else each of its inserts would be one more change of ours.
    cpSync(join(data, "stoep.db"), join(folder, "raw.db"));
    const ours = await serveStoep(data);
    served.push(ours);
    const raw = await serveRaw(join(folder, "raw.db"), building.residentId);
    served.push(raw);
    const lines = [
      ...(await reading(ours, raw, building)),
      ...(await writing(ours, raw, building)),
      ...(await standing(ours, idle)),
      ...(await growing(folder, ours, building)),
    ];
    report(lines, values.json);
  } finally {
    for (const each of served) await each.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
