import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "../part.ts";
import type { Line } from "../report.ts";
import { requestsTo } from "../requests.ts";
import { against, interleaved } from "../rounds.ts";
import { type Served, serve, serveStoep } from "../serve.ts";
import { install } from "./install.ts";

const packages = {
  dependencies: {
    express: "5.3.0",
    prisma: "7.10.0",
    "@prisma/client": "7.10.0",
    "@prisma/adapter-better-sqlite3": "7.10.0",
    "better-sqlite3": "12.11.1",
  },
  builds: ["better-sqlite3"],
};

/** Express and Prisma over a copy of the same database. Their list is at `/fines`. */
function servePrisma(database: string): Promise<Served> {
  const folder = install("prisma", packages);
  const copy = `${database}.prisma`;
  copyFileSync(database, copy);
  // Generates the client without the migration engine, which would need a download.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true", CHECKPOINT_DISABLE: "1" };
  const generate = ["generate", "--schema", "schema.prisma"];
  execFileSync(
    process.execPath,
    [join(folder, "node_modules/prisma/build/index.js"), ...generate],
    {
      cwd: folder,
      env,
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  return serve(["node", join(folder, "server.mjs"), copy], { NODE_ENV: "production" });
}

/** The list of one person's fines, compared with Express and Prisma. */
export async function measurePrisma({ newBuilding, profile }: Bench): Promise<Line[]> {
  const { data, file, building } = newBuilding("prisma");
  await using peer = await servePrisma(file);
  await using served = await serveStoep(data);
  const ours = requestsTo(served, building).tRPC;
  const theirs = { ...ours, name: "Prisma", server: peer, path: "/fines" };
  const rounds = await interleaved([ours, theirs], profile);
  const both = [rounds(ours.name), rounds(theirs.name)] as const;
  return [against("list against Express + Prisma 7", both, { atLeast: 4 })];
}
