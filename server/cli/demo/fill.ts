import { write } from "../../database/open.ts";
import { updateBuilding } from "../../features/building/service.ts";
import type { NewUnit } from "../../features/units/schema.ts";
import { addUnit } from "../../features/units/service.ts";
import { hashPassword } from "../../platform/auth/passwords/passwords.ts";
import { removeFile } from "../../platform/files/files.ts";
import type { Services } from "../../services.ts";
import { atTheShell } from "../openServices.ts";
import { postAnnouncements } from "./announcements.ts";
import { announceChanges } from "./changes.ts";
import { fineResidents } from "./fines.ts";
import { households } from "./names.ts";
import { enterOwners } from "./owners.ts";
import { actor, addPlayer, createDemoPeople, type DemoPeople, type Player } from "./people.ts";
import { seeded } from "./random.ts";
import { logRequests } from "./requests.ts";
import { receiveVisitors } from "./visits.ts";
import { diaryUntil, type Year } from "./year.ts";

/** One unit for each household, alternately smaller and larger. Their PQs follow from their areas. */
const units: readonly NewUnit[] = households.map((_, index) => ({
  label: `Unit ${index + 1}`,
  sectionNumber: `${index + 1}`,
  // Eight doors on each of five floors.
  floor: Math.floor(index / 8),
  floorArea: index % 2 === 0 ? 45 : 55,
  participationQuota: index % 2 === 0 ? 22_500 : 27_500,
}));

export const demoPassword = "jacaranda-court";

const building = {
  name: "Jacaranda Court",
  bankDetails: {
    bank: "First Example Bank",
    accountHolder: "Jacaranda Court Body Corporate",
    accountNumber: "62 000 000 000",
    branchCode: "250 000",
  },
  contacts: [
    { label: "Caretaker", number: "082 555 0110" },
    { label: "Guard at the gate", number: "082 555 0120" },
    { label: "Managing agent", number: "011 555 0130" },
  ],
};

/** The first trustee sets up the building and signs up everyone else, each on their own day. */
function moveIn(year: Year, hash: string): void {
  const { trustees, staff, residents } = year.people;
  const unitIds = new Map<string, string>();
  const [first, ...others] = trustees as [Player, ...Player[]];
  for (const each of [first, ...others, ...staff, ...residents])
    year.on(each.since, (db, now) => {
      each.id = addPlayer(db, each === first ? atTheShell : actor(first), each, hash, now);
      if (each !== first) return;
      updateBuilding(db, actor(first), building, now);
      for (const unit of units) unitIds.set(unit.label, addUnit(db, actor(first), unit, now));
    });
  enterOwners(year, unitIds);
}

/** The year before `now`, which alone decides the data. All or nothing, files included. */
export async function fillDemo(
  { db, config }: Pick<Services, "db" | "config">,
  now: Date,
): Promise<DemoPeople> {
  const { timeZone, uploads } = config;
  const random = seeded(1_904);
  const people = createDemoPeople(random, now);
  const hash = await hashPassword(demoPassword);
  const { on, inOrder } = diaryUntil(now, timeZone);
  const year: Year = { random, people, now, timeZone, on };
  const files: string[] = [];
  moveIn(year, hash);
  fineResidents(year, uploads, files);
  logRequests(year);
  receiveVisitors(year);
  announceChanges(year);
  postAnnouncements(year);
  try {
    write(db, () => {
      for (const { live } of inOrder()) live(db);
    });
  } catch (error) {
    for (const storedName of files) await removeFile(uploads, storedName);
    throw error;
  }
  return people;
}
