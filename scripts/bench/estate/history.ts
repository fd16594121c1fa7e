import { join } from "node:path";
import { announcementHappenings } from "../../../server/cli/demo/announcements.ts";
import { fineHappenings, planFines } from "../../../server/cli/demo/fines.ts";
import { addPlayer, createDemoPeople, type DemoPeople } from "../../../server/cli/demo/people.ts";
import { type Random, seeded } from "../../../server/cli/demo/random.ts";
import { requestHappenings } from "../../../server/cli/demo/requests.ts";
import { dayMs, type Happening, later } from "../../../server/cli/demo/time.ts";
import { visitHappenings } from "../../../server/cli/demo/visits.ts";
import { readConfig } from "../../../server/config.ts";
import { type Db, write } from "../../../server/database/open.ts";
import { updateBuilding } from "../../../server/features/building/service.ts";
import { keepToRetention } from "../../../server/features/privacy/service.ts";
import { addUnit } from "../../../server/features/units/service.ts";
import { hashPassword } from "../../../server/platform/auth/passwords/passwords.ts";
import { momentOf } from "../../../server/platform/clock/clock.ts";
import { openBuilding } from "../../../server/platform/installation/database.ts";
import { sweepEvents } from "../../../server/platform/live/events.ts";

const machine = { accountId: null, origin: "bench" };
export const password = "jacaranda-court";
/** Only this many blocks have their own trustees and staff, who look after the other blocks too. */
const staffedBlocks = 4;
const unitsEach = 40;

/** Another copy of the demo's building, with its own names and units. */
function blockOf(random: Random, now: Date, number: number): DemoPeople {
  const people = createDemoPeople(random, now);
  for (const each of [...people.trustees, ...people.staff, ...people.residents]) {
    each.username = `${each.username}${number}`;
    each.email = `${each.username}@estate.example`;
    const unit = Number(/\d+/.exec(each.address)?.[0] ?? 0);
    if (unit > 0) each.address = `Unit ${number * unitsEach + unit}`;
  }
  return people;
}

/** As many blocks as this many residents need. */
function blocksOf(random: Random, now: Date, residents: number): DemoPeople[] {
  const blocks: DemoPeople[] = [];
  for (let left = residents; left > 0; left -= blocks.at(-1)?.residents.length ?? left) {
    const block = blockOf(random, now, blocks.length);
    blocks.push({ ...block, residents: block.residents.slice(0, left) });
  }
  const staffed = blocks.slice(0, staffedBlocks);
  const trustees = staffed.flatMap((block) => block.trustees);
  const staff = staffed.flatMap((block) => block.staff);
  return blocks.map(({ residents }) => ({ residents, trustees, staff }));
}

/** Everyone is signed up a year ago, or when they moved in. */
function movingIn(blocks: DemoPeople[], hash: string): Happening[] {
  const [{ trustees, staff }] = blocks as [DemoPeople];
  const people = [...trustees, ...staff, ...blocks.flatMap(({ residents }) => residents)];
  return people.map((each) => {
    const add: Happening["do"] = (db, now) => {
      each.id = addPlayer(db, machine, each, hash, now);
    };
    return { at: each.since, do: add };
  });
}

function build(db: Db, blocks: number, at: ReturnType<typeof momentOf>): void {
  updateBuilding(db, machine, { name: "Jacaranda Estate" }, at);
  for (let unit = 1; unit <= blocks * unitsEach; unit += 1)
    addUnit(db, machine, { label: `Unit ${unit}` }, at);
}

/** Done in groups of some thousands, so that no transaction outgrows the memory. */
function live(db: Db, happenings: Happening[], timeZone: string): void {
  const inOrder = happenings.sort((a, b) => +a.at - +b.at);
  for (let from = 0; from < inOrder.length; from += 5_000)
    write(db, () => {
      for (const each of inOrder.slice(from, from + 5_000))
        each.do(db, momentOf(each.at, timeZone));
    });
}

/**
 * Fills a data folder with an estate: the demo's people and their year for each forty units,
 * repeated until there are this many residents. Data past their retention are deleted, as a job
 * would have done by now.
 */
export async function fillEstate(data: string, residents: number): Promise<void> {
  const config = readConfig({ STOEP_DATA: data });
  const { timeZone } = config;
  const now = new Date();
  const random = seeded(1_904);
  const blocks = blocksOf(random, now, residents);
  const db = openBuilding(join(data, "stoep.db"));
  write(db, () => build(db, blocks.length, momentOf(later(now, -370 * dayMs), timeZone)));
  const happenings = [
    ...movingIn(blocks, await hashPassword(password)),
    ...blocks.flatMap((people) => [
      ...fineHappenings(random, people, planFines(random, now), new Map(), timeZone, true),
      ...requestHappenings(random, people, now, timeZone),
      ...visitHappenings(random, people, now, timeZone),
    ]),
    ...announcementHappenings(random, blocks[0] as DemoPeople, now, timeZone),
  ].filter(({ at }) => at <= now);
  live(db, happenings, timeZone);
  await keepToRetention({ db, config, now: () => momentOf(now, timeZone) }, machine);
  sweepEvents(db, now.toISOString());
  db.$client.close();
}
