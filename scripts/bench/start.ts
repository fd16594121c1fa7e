import type { Bench } from "./part.ts";
import type { Line } from "./report.ts";
import { serveStoep } from "./serve.ts";

const starts = 7;

async function startOf(data: string): Promise<number> {
  await using served = await serveStoep(data);
  return served.startMs / 1000;
}

/** From the start of the process until it listens, with an existing database. */
export async function measureStart({ newBuilding }: Bench): Promise<Line[]> {
  const { data } = newBuilding("start");
  // The very first start also creates the keys.
  await startOf(data);
  const rounds: number[] = [];
  for (let start = 0; start < starts; start += 1) rounds.push(await startOf(data));
  return [{ what: "start", rounds, unit: "s", goal: { atMost: 0.7 } }];
}
