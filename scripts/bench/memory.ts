import type { Bench } from "./part.ts";
import type { Line } from "./report.ts";
import { requestsTo } from "./requests.ts";
import { load } from "./rounds.ts";
import { serveStoep } from "./serve.ts";

const runs = 3;

/** The server's peak memory since its start, under all the load of the other benchmarks. */
export async function measureMemory({ newBuilding, profile }: Bench): Promise<Line[]> {
  const rounds: number[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const { data, building } = newBuilding(`memory ${run}`);
    await using served = await serveStoep(data);
    const { tRPC, REST, issue } = requestsTo(served, building);
    for (const target of [tRPC, REST, issue]) {
      await load(target, 2 * profile.seconds);
      console.error(`  run ${run}, after ${target.name}: ${served.peakMb().toFixed(1)} MB`);
    }
    rounds.push(served.peakMb());
  }
  return [{ what: "memory at most, under load", rounds, unit: "MB", goal: { atMost: 120 } }];
}
