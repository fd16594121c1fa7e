// Beside what others build on: `npm run bench:peers` installs Express with Prisma, and Directus, into a
// cache of their own and asks all of them for the same 50 fines of one person out of 10,000. How each is
// set up is in peers/README.md. It needs npm's registry, some minutes and some hundred megabytes, and is
// never part of the tests. `-- --only prisma` leaves the other out; `-- --json FILE`, `-- --quick` as bench.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { dayOf } from "../../server/platform/clock/clock.ts";
import { fillBuilding } from "./building.ts";
import { serveDirectus } from "./peers/directus.ts";
import { servePrisma } from "./peers/prisma.ts";
import { type Line, report } from "./report.ts";
import { type Figure, interleaved, type Target } from "./rounds.ts";
import { type Served, serveStoep, stepAside } from "./serve.ts";

const { values } = parseArgs({
  options: { only: { type: "string" }, json: { type: "string" }, quick: { type: "boolean" } },
});
const pace = values.quick ? { rounds: 3, seconds: 2 } : { rounds: 5, seconds: 4 };
const wanted = (name: string) => !values.only || values.only === name;

type Building = ReturnType<typeof fillBuilding>;

/** What one of them is asked for, and how many times faster ours should be. */
interface Asked {
  what: string;
  ours: Target;
  theirs: Target;
  atLeast: number;
}

const json = { "content-type": "application/json" };
const cookieOf = (token: string) => ({ cookie: `sid=${token}` });
const everyOther = (what: string) => (count: number) => `${what} for the ${count}. time`;

function listOf({ url }: Served, { token }: Building): Target {
  const input = encodeURIComponent(JSON.stringify({}));
  const address = `${url}/api/trpc/resident.fines.mine?input=${input}`;
  return { name: "ours", url: address, headers: cookieOf(token), fresh: true };
}

/** A fine by an admin. */
function insertOf({ url }: Served, { admin, residentId }: Building): Target {
  const dueDate = dayOf(new Date(Date.now() + 9 * 86_400_000), "Africa/Johannesburg");
  const fine = { residentId, type: "Late Rent", amountCents: 45_000, dueDate };
  const reason = everyOther("Late");
  return {
    ...{ name: "ours", url: `${url}/api/trpc/admin.fines.issue`, method: "POST" },
    headers: { ...cookieOf(admin), ...json },
    body: (count) => JSON.stringify({ ...fine, reason: reason(count) }),
  };
}

async function compare({ what, ours, theirs, atLeast }: Asked): Promise<Line> {
  const seen = await interleaved([ours, theirs], pace);
  const [mine, other] = [seen.get(ours.name), seen.get(theirs.name)] as [Figure, Figure];
  const measured = mine.perSecond / other.perSecond;
  console.error(`${what}: ${mine.perSecond.toFixed(0)} and ${other.perSecond.toFixed(0)} a second`);
  return { what, measured, spread: mine.spread + other.spread, goal: { atLeast } };
}

async function main(): Promise<void> {
  stepAside();
  const folder = mkdtempSync(join(tmpdir(), "stoep-peers-"));
  const database = join(folder, "house", "stoep.db");
  const served: Served[] = [];
  const lines: Line[] = [];
  try {
    const building = fillBuilding(database, 10_000);
    const prisma = wanted("prisma") && (await servePrisma(database));
    if (prisma) served.push(prisma);
    const directus = wanted("directus") && (await serveDirectus(database, building.residentId));
    if (directus) served.push(directus);
    const ours = await serveStoep(join(folder, "house"));
    served.push(ours);
    const list = listOf(ours, building);
    if (prisma) {
      const theirs = { ...list, name: "Prisma", url: `${prisma.url}/fines` };
      lines.push(
        await compare({ what: "list against Express + Prisma 7", ours: list, theirs, atLeast: 4 }),
      );
    }
    if (directus) {
      const { items, headers, fine } = directus;
      const theirs = { name: "Directus", url: items, headers };
      lines.push(
        await compare({ what: "list against Directus 12.4.0", ours: list, theirs, atLeast: 20 }),
      );
      const reason = everyOther("Late");
      const insert: Target = {
        ...{ name: "Directus", url: directus.inserts, method: "POST" },
        headers: { ...directus.adminHeaders, ...json },
        body: (count) => JSON.stringify({ ...fine, reason: reason(count) }),
      };
      const mine = insertOf(ours, building);
      lines.push(
        await compare({
          what: "insert against Directus 12.4.0",
          ours: mine,
          theirs: insert,
          atLeast: 12,
        }),
      );
    }
    report(lines, values.json);
  } finally {
    for (const each of served) await each.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
