import { copyFileSync } from "node:fs";
import type { Bench } from "./parts.ts";
import type { Line } from "./report.ts";
import { requestsTo } from "./requests.ts";
import { against, interleaved } from "./rounds.ts";
import { serveRaw, serveStoep } from "./serve.ts";

/** One person's fines out of many, and a fine that is on the disk before it is answered, beside a bare server. */
export async function measureServer({ newBuilding, profile }: Bench): Promise<Line[]> {
  const { data, file, building } = newBuilding("server");
  // Its own database: else each of its inserts would be one more change of ours.
  const copy = `${file}.raw`;
  copyFileSync(file, copy);
  await using ours = await serveStoep(data);
  await using bare = await serveRaw(copy, building.residentId);
  const { tRPC, REST, issue } = requestsTo(ours, building);
  const raw = { name: "raw", server: bare, path: "/" };
  const reads = [
    raw,
    { ...tRPC, fresh: true },
    { ...REST, fresh: true },
    { ...tRPC, name: "tRPC again" },
    { ...REST, name: "REST again" },
  ];
  const read = await interleaved(reads, profile);
  const wrote = await interleaved([{ ...issue, ...raw }, issue], profile);
  const reading = (what: string, name: string, goal: Line["goal"], of?: "p99") =>
    against(what, [read(name), read("raw")], goal, of);
  return [
    reading("50 fines of one person through tRPC, against raw", "tRPC", { atLeast: 1 }),
    reading("the same through REST", "REST", { atLeast: 1 }),
    reading("the same through tRPC again, nothing changed", "tRPC again", { atLeast: 4 }),
    reading("the same through REST again, nothing changed", "REST again", { atLeast: 4 }),
    reading("p99 through tRPC, 16 connections, against raw", "tRPC", { atMost: 1 }, "p99"),
    reading("p99 through REST, 16 connections, against raw", "REST", { atMost: 1 }, "p99"),
    against(
      "a fine issued, durable, with its entry in the trail, against raw with a session",
      [wrote(issue.name), wrote(raw.name)],
      { atLeast: 0.75 },
    ),
  ];
}
