import { Readable } from "node:stream";
import { write } from "../../database/open.ts";
import { attachmentKinds } from "../../features/attachments/schema.ts";
import { updateBuilding } from "../../features/building/service.ts";
import type { NewUnit } from "../../features/units/schema.ts";
import { addUnit } from "../../features/units/service.ts";
import { hashPassword } from "../../platform/auth/passwords/passwords.ts";
import { momentOf } from "../../platform/clock/clock.ts";
import { removeFile, type StoredFile, storeFile } from "../../platform/files/files.ts";
import { events } from "../../platform/live/table.ts";
import type { Services } from "../../services.ts";
import { atTheShell } from "../openServices.ts";
import { announcementHappenings } from "./announcements.ts";
import { changeHappenings } from "./changes.ts";
import { fineHappenings, type Paper, planFines } from "./fines.ts";
import { households } from "./names.ts";
import { ownerHappenings } from "./owners.ts";
import { actor, addPlayer, createDemoPeople, type DemoPeople, type Player } from "./people.ts";
import { seeded } from "./random.ts";
import { requestHappenings } from "./requests.ts";
import type { Happening } from "./time.ts";
import { expectedHappenings, visitHappenings } from "./visits.ts";

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

async function storePapers(papers: Paper[], folder: string): Promise<Map<Paper, StoredFile>> {
  const files = new Map<Paper, StoredFile>();
  const { maxBytes, types } = attachmentKinds.proofs;
  const limits = { maxBytes, leaves: 0, types };
  for (const paper of papers)
    files.set(paper, await storeFile(Readable.from([paper.content]), folder, limits));
  return files;
}

/** The first trustee sets up the building and signs up everyone else, each on their own day. */
function movingIn({ trustees, staff, residents }: DemoPeople, hash: string) {
  const unitIds = new Map<string, string>();
  const [first, ...others] = trustees as [Player, ...Player[]];
  const arrivals = [first, ...others, ...staff, ...residents].map((each): Happening => {
    const add: Happening["do"] = (db, now) => {
      each.id = addPlayer(db, each === first ? atTheShell : actor(first), each, hash, now);
      if (each !== first) return;
      updateBuilding(db, actor(first), building, now);
      for (const unit of units) unitIds.set(unit.label, addUnit(db, actor(first), unit, now));
    };
    return { at: each.since, do: add };
  });
  return [...arrivals, ...ownerHappenings(residents, first, unitIds)];
}

/** The year before `now`, which alone decides the data. All or nothing, files included. */
export async function fillDemo(
  { db, config }: Pick<Services, "db" | "config">,
  now: Date,
): Promise<DemoPeople> {
  const { timeZone, uploads } = config;
  const random = seeded(1_904);
  const people = createDemoPeople(random, now);
  const stories = planFines(random, now);
  const papers = stories.flatMap(({ paper }) => (paper && paper.at <= now ? [paper] : []));
  const hash = await hashPassword(demoPassword);
  const files = await storePapers(papers, uploads);
  const happenings = [
    ...movingIn(people, hash),
    ...fineHappenings(random, people, stories, files, timeZone),
    ...requestHappenings(random, people, now, timeZone),
    ...visitHappenings(random, people, now, timeZone),
    ...expectedHappenings(people, now, timeZone),
    ...changeHappenings(people, now),
    ...announcementHappenings(random, people, now, timeZone),
  ];
  try {
    write(db, () => {
      // Ids sort by creation time, so the events are created in their own order.
      const inOrder = happenings.filter(({ at }) => at <= now).sort((a, b) => +a.at - +b.at);
      for (const each of inOrder) each.do(db, momentOf(each.at, timeZone));
      // Nobody was there to listen, and the old ones would only be swept away.
      db.delete(events).run();
    });
  } catch (error) {
    for (const { storedName } of files.values()) await removeFile(uploads, storedName);
    throw error;
  }
  return people;
}
