import { eq } from "drizzle-orm";
import { addProof } from "../../features/fines/proofs/service.ts";
import { type FineType, fineTypes } from "../../features/fines/schema.ts";
import { issueFine, setFineStatus } from "../../features/fines/service.ts";
import { fines } from "../../features/fines/table.ts";
import { dayOf } from "../../platform/clock/clock.ts";
import type { StoredFile } from "../../platform/files/files.ts";
import { formatRand } from "../../platform/money/format.ts";
import { fineReasons } from "./fineTexts.ts";
import { pdf, png } from "./papers.ts";
import { actor, type DemoPeople, neighbour } from "./people.ts";
import type { Random } from "./random.ts";
import { dayMs, type Happening, later, onDay, onWeekday } from "./time.ts";

const count = 120;
/** In days. The proof of a fine younger than this may still wait for a trustee to check it. */
const youngDays = 45;

export interface Paper {
  fileName: string;
  content: Buffer;
  at: Date;
}

interface Story {
  at: Date;
  type: FineType;
  reason: string;
  amountCents: number;
  dueInDays: number;
  paper: Paper | null;
  paidAt: Date | null;
}

export const planFines = (random: Random, now: Date): Story[] =>
  Array.from({ length: count }, (_, index) => {
    const daysAgo = Math.round(((count - index) * 364) / count);
    const at = onWeekday(onDay(random, now, daysAgo, 8, 16));
    const type = random.pick(fineTypes);
    const [reason, least, most] = random.pick(fineReasons[type]);
    const amountCents = random.between(least / 50, most / 50) * 5_000;
    const fine = { at, type, reason, amountCents, dueInDays: random.between(14, 30) };
    return { ...fine, ...planPayment(random, daysAgo, fine) };
  });

function planPayment(random: Random, daysAgo: number, fine: { at: Date; amountCents: number }) {
  const young = daysAgo < youngDays;
  if (random.chance(young ? 0.4 : 0.12)) return { paper: null, paidAt: null };
  const sent = later(fine.at, random.between(2, young ? Math.max(2, daysAgo - 1) : 30) * dayMs);
  const looked = later(sent, random.between(1, 3) * dayMs);
  if (!random.chance(young ? 0.6 : 0.3)) return { paper: null, paidAt: looked };
  const paper = { ...drawPaper(random, sent, fine.amountCents), at: sent };
  return { paper, paidAt: young && random.chance(0.8) ? null : looked };
}

function drawPaper(random: Random, at: Date, amountCents: number) {
  const day = at.toISOString().slice(0, 10);
  if (random.chance(0.4)) {
    const bars = Array.from({ length: 12 }, () => random.between(60, 190));
    return { fileName: `slip ${day}.png`, content: png(bars) };
  }
  const lines = [
    "Notification of payment",
    `Date: ${day}`,
    "To: Jacaranda Court Body Corporate",
    // The standard font of a plain PDF has no no-break space.
    `Amount: ${formatRand(amountCents).replace("\u00a0", " ")}`,
    "This is an example and no payment was made.",
  ];
  return { fileName: `proof of payment ${day}.pdf`, content: pdf(lines) };
}

/** @param drawn whether references are random; the demo uses the same ones each time */
export const fineHappenings = (
  random: Random,
  people: DemoPeople,
  stories: Story[],
  files: ReadonlyMap<Paper, StoredFile>,
  timeZone: string,
  drawn = false,
): Happening[] =>
  stories.flatMap(({ at, type, reason, amountCents, dueInDays, paper, paidAt }) => {
    const resident = neighbour(random, people, at);
    const trustee = random.pick(people.trustees);
    const reference = `F-${Array.from("123456", () => random.pick([..."ACDEFGHJKM"])).join("")}`;
    let fineId = "";
    const happenings: Happening[] = [
      {
        at,
        do: (db, now) => {
          const dueDate = dayOf(later(at, dueInDays * dayMs), timeZone);
          const fine = { residentId: resident.id, type, reason, amountCents, dueDate };
          fineId = issueFine(db, actor(trustee), fine, now).id;
          if (!drawn) db.update(fines).set({ reference }).where(eq(fines.id, fineId)).run();
        },
      },
    ];
    const file = paper && files.get(paper);
    if (file) {
      const proof = { ...file, fileName: paper.fileName };
      const send: Happening["do"] = (db, now) =>
        void addProof(db, actor(resident), { residentId: resident.id, fineId }, proof, now);
      happenings.push({ at: paper.at, do: send });
    }
    if (paidAt) {
      const settle: Happening["do"] = (db, now) =>
        void setFineStatus(db, actor(trustee), { fineId, status: "Paid" }, now);
      happenings.push({ at: paidAt, do: settle });
    }
    return happenings;
  });
