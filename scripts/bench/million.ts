import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fillBuilding } from "./building.ts";
import type { Bench } from "./part.ts";
import type { Line } from "./report.ts";
import { requestsTo } from "./requests.ts";
import { against, interleaved } from "./rounds.ts";
import { serveStoep } from "./serve.ts";

/** The first page of a list with a hundred times as many rows. */
export async function measureMillion({ folder, newBuilding, profile }: Bench): Promise<Line[]> {
  const few = newBuilding("ten thousand");
  const data = join(folder, "million");
  mkdirSync(data);
  const many = fillBuilding(join(data, "stoep.db"), 1_000_000);
  await using fewServed = await serveStoep(few.data);
  await using manyServed = await serveStoep(data);
  const [small, large] = ["10 000", "1 000 000"];
  const rounds = await interleaved(
    [
      { ...requestsTo(fewServed, few.building).tRPC, name: small },
      { ...requestsTo(manyServed, many).tRPC, name: large },
    ],
    profile,
  );
  // The time of one response is the inverse of the rate, so the ratio is swapped.
  const what = "time of a page at 1 000 000 fines against 10 000";
  return [against(what, [rounds(small), rounds(large)], { atMost: 1.2 })];
}
