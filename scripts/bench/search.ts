import { write } from "../../server/database/open.ts";
import { logRequest } from "../../server/features/maintenance/service.ts";
import { search } from "../../server/features/search/service.ts";
import { momentOf } from "../../server/platform/clock/clock.ts";
import { openBuilding } from "../../server/platform/installation/database.ts";
import type { Bench } from "./part.ts";
import type { Line } from "./report.ts";

const records = 100_000;
const words =
  "tap leak light stairs dark gate broken water kitchen noise the lift paint window pool garage".split(
    " ",
  );
/** Typed searches: a letter, beginnings, common words, names, references, telephone numbers. */
const typed = ["t", "th", "the", "leak", "leak tap", "mokoena", "resident 12", "F-12", "94321"];
const times = 9;

/** The slowest of these searches in a building with 100,000 requests. */
export async function measureSearch({ newBuilding }: Bench): Promise<Line[]> {
  const { file, building } = newBuilding("search");
  const db = openBuilding(file);
  const by = { accountId: null, origin: "bench" };
  const now = momentOf(new Date(), "Africa/Johannesburg");
  write(db, () => {
    for (let number = 0; number < records; number += 1) {
      const picked = Array.from({ length: 8 }, (_, place) => {
        const index = number * 7 + place * 3 + (number >> 4);
        return words[index % words.length];
      });
      const description = `${picked.join(" ")} ${number}`;
      const fault = { maintenanceType: "Cleaning", roomNumber: "1", date: now.today } as const;
      logRequest(db, by, building.residentId, { ...fault, description }, now);
    }
  });
  const rounds = Array.from({ length: times }, () =>
    Math.max(
      ...typed.map((q) => {
        const begun = performance.now();
        search(db, q, now.today);
        return performance.now() - begun;
      }),
    ),
  );
  db.$client.close();
  const what = "the slowest of nine searches among 100 000 records";
  return [{ what, rounds, unit: "ms", goal: { atMost: 50 } }];
}
