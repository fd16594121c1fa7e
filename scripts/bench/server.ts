import { copyFileSync } from "node:fs";
import type { Bench } from "./part.ts";
import type { Line } from "./report.ts";
import { requestsTo } from "./requests.ts";
import { against, interleaved } from "./rounds.ts";
import { serveRaw, serveStoep } from "./serve.ts";

/**
 * Compared with a bare server: one person's fines out of many, the same as a 304, and a new fine
 * that is on the disk before its response.
 */
export async function measureServer({ newBuilding, profile }: Bench): Promise<Line[]> {
  const { data, file, building } = newBuilding("server");
  // A database of its own: otherwise each of its inserts would be a change by another program for
  // our server.
  const copy = `${file}.raw`;
  copyFileSync(file, copy);
  await using ours = await serveStoep(data);
  await using bare = await serveRaw(copy, building.residentId);
  const { tRPC, REST, issue } = requestsTo(ours, building);
  const raw = { name: "raw", server: bare, path: "/" };
  const reads = [
    raw,
    tRPC,
    REST,
    { ...tRPC, name: "tRPC known", known: true },
    { ...REST, name: "REST known", known: true },
  ];
  const read = await interleaved(reads, profile);
  const wrote = await interleaved([{ ...issue, ...raw }, issue], profile);
  const reading = (what: string, name: string, goal: Line["goal"], of?: "p99") =>
    against(what, [read(name), read("raw")], goal, of);
  const costOf304 = (name: "tRPC" | "REST") =>
    against(
      `the cost of a 304 through ${name}, against a fresh answer`,
      [read(name), read(`${name} known`)],
      { atMost: 0.6 },
    );
  return [
    reading("50 fines of one person through tRPC, against raw", "tRPC", { atLeast: 1 }),
    reading("the same through REST", "REST", { atLeast: 0.6 }),
    costOf304("tRPC"),
    costOf304("REST"),
    reading("p99 through tRPC, 16 connections, against raw", "tRPC", { atMost: 1 }, "p99"),
    reading("p99 through REST, 16 connections, against raw", "REST", { atMost: 1 }, "p99"),
    against(
      "a fine issued, durable, with its entry in the trail, against raw with a session",
      [wrote(issue.name), wrote(raw.name)],
      { atLeast: 0.5 },
    ),
  ];
}
