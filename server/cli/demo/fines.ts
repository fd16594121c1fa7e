import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { addProof } from "../../features/fines/proofs/service.ts";
import { type FineType, fineTypes } from "../../features/fines/schema.ts";
import { issueFine, setFineStatus } from "../../features/fines/service.ts";
import { fines } from "../../features/fines/table.ts";
import { newToken } from "../../platform/auth/secrets.ts";
import { dayOf } from "../../platform/clock/clock.ts";
import { formatRand } from "../../platform/money/format.ts";
import { actor, neighbour } from "./people.ts";
import { dayMs, later } from "./time.ts";
import { throughYear, type Year } from "./year.ts";

const count = 120;
/** The proof of a fine younger than this may still wait for a trustee to check it. */
const youngMs = 45 * dayMs;

/** The reasons for fines, each with its lowest and highest amount in rand. */
const reasons: Readonly<Record<FineType, [string, number, number][]>> = {
  "Late Rent": [
    ["Rent for the month arrived after the 7th.", 250, 450],
    ["Second late rent in three months; the agent was told.", 450, 750],
    ["Debit order returned unpaid, bank charges included.", 350, 600],
    ["Rent paid short, the difference came two weeks late.", 200, 400],
  ],
  "Overdue Fees": [
    ["Levy not paid by the 7th of the month.", 300, 600],
    ["Special levy for the lift is 30 days overdue.", 500, 1200],
    ["Water account from the sub-meter is overdue.", 200, 450],
    ["Electricity recovery not paid after two reminders.", 250, 550],
  ],
  "Maintenance Violation": [
    ["Bathroom altered without the trustees' written consent.", 1500, 3000],
    ["Builders' rubble left in the ground-floor passage for a week.", 600, 1200],
    ["Leaking geyser not repaired after two notices; ceiling below stained.", 800, 1600],
    ["Drilling and tiling on a Sunday afternoon.", 300, 600],
  ],
  "Lease Violation": [
    ["Loud music after 22:00 on a weekday, third complaint.", 400, 800],
    ["Dog kept without the trustees' consent.", 500, 1000],
    ["Parked in a visitors' bay for more than five days.", 250, 450],
    ["Flat let to short-stay guests without telling the trustees.", 1500, 2500],
  ],
};

/** Stores a small one-page PDF with these lines, which every PDF reader opens. */
function storePdf(folder: string, lines: string[]) {
  const text = `BT /F1 12 Tf 60 780 Td 18 TL ${lines.map((line) => `(${line}) Tj T*`).join(" ")} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let file = "%PDF-1.4\n";
  // The cross-reference table at the end lists the byte offset of each object.
  const starts = objects.map((object, index) => {
    const start = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${starts.join("")}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  const bytes = Buffer.from(file + table + trailer, "latin1");
  const storedName = `${newToken()}.pdf`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, storedName), bytes, { mode: 0o600 });
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { storedName, mimeType: "application/pdf", size: bytes.length, sha256 };
}

/**
 * @param uploads where proofs of payment go; null leaves them out
 * @param stored receives the names of their files
 */
export function fineResidents(
  year: Year,
  uploads: string | null,
  stored: string[] = [],
  { drawn = false } = {},
): void {
  const { random, people, now, timeZone, on } = year;
  for (const at of throughYear(year, count, 8, 16)) {
    const type = random.pick(fineTypes);
    const [reason, least, most] = random.pick(reasons[type]);
    const amountCents = random.between(least / 50, most / 50) * 5_000;
    const dueDate = dayOf(later(at, random.between(14, 30) * dayMs), timeZone);
    const resident = neighbour(random, people, at);
    const trustee = random.pick(people.trustees);
    const reference = `F-${Array.from("123456", () => random.pick([..."ACDEFGHJKM"])).join("")}`;
    let fineId = "";
    on(at, (db, moment) => {
      const fine = { residentId: resident.id, type, reason, amountCents, dueDate };
      fineId = issueFine(db, actor(trustee), fine, moment).id;
      // The demo has the same references each time.
      if (!drawn) db.update(fines).set({ reference }).where(eq(fines.id, fineId)).run();
    });
    const age = now.getTime() - at.getTime();
    const isYoung = age < youngMs;
    if (random.chance(isYoung ? 0.4 : 0.12)) continue;
    const mostDays = isYoung ? Math.max(2, Math.floor(age / dayMs) - 1) : 30;
    const sent = later(at, random.between(2, mostDays) * dayMs);
    const hasProof = uploads !== null && random.chance(isYoung ? 0.6 : 0.3);
    if (hasProof)
      on(sent, (db, moment) => {
        const file = storePdf(uploads, [
          "Notification of payment",
          `Date: ${moment.today}`,
          "To: Jacaranda Court Body Corporate",
          // The standard font of a plain PDF has no no-break space.
          `Amount: ${formatRand(amountCents).replace("\u00a0", " ")}`,
          "This is an example and no payment was made.",
        ]);
        stored.push(file.storedName);
        const proof = { ...file, fileName: `proof of payment ${moment.today}.pdf` };
        addProof(db, actor(resident), { residentId: resident.id, fineId }, proof, moment);
      });
    if (hasProof && isYoung && random.chance(0.8)) continue;
    on(later(sent, random.between(1, 3) * dayMs), (db, moment) => {
      setFineStatus(db, actor(trustee), { fineId, status: "Paid" }, moment);
    });
  }
}
