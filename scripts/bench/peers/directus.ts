import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { Bench } from "../part.ts";
import type { Line } from "../report.ts";
import { reasonOf, requestsTo } from "../requests.ts";
import { against, interleaved, type Target } from "../rounds.ts";
import { type Served, serve, serveStoep } from "../serve.ts";
import { install } from "./install.ts";

const packages = {
  dependencies: { directus: "12.4.0" },
  builds: ["sqlite3", "isolated-vm", "argon2", "sharp"],
};

const tokens = { admin: "bench-admin-token", resident: "bench-resident-token" };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The settings: production, defaults, no log. */
const settings = (folder: string, file: string) => ({
  NODE_ENV: "production",
  HOST: "127.0.0.1",
  LOG_LEVEL: "error",
  TELEMETRY: "false",
  DB_CLIENT: "sqlite3",
  DB_FILENAME: file,
  SECRET: randomUUID(),
  ADMIN_EMAIL: "anna@example.com",
  ADMIN_PASSWORD: "a good long password",
  ADMIN_TOKEN: tokens.admin,
  // Not in the current folder.
  STORAGE_LOCAL_ROOT: join(folder, "uploads"),
  EXTENSIONS_PATH: join(folder, "extensions"),
  // Otherwise it would answer 503 when the event loop is late, which full load causes.
  PRESSURE_LIMITER_ENABLED: "false",
});

const text = [
  "resident_id",
  "status",
  "type",
  "reason",
  "issued_at",
  "due_date",
  "room_no",
  "reference",
];

/** The collection of fines, with the same fields as our rows. */
const collection = {
  collection: "fines",
  meta: {},
  schema: {},
  fields: [
    {
      field: "id",
      type: "uuid",
      meta: { special: ["uuid"] },
      schema: { is_primary_key: true, length: 36, has_auto_increment: false },
    },
    ...text.map((field) => ({ field, type: "string", schema: {}, meta: {} })),
    { field: "amount_cents", type: "integer", schema: {}, meta: {} },
  ],
};

/** Creates an item in Directus and returns it. @throws its error message */
async function make(url: string, path: string, body: unknown): Promise<{ id: string }> {
  const answer = await fetch(url + path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { ...bearer(tokens.admin), "content-type": "application/json" },
  });
  if (!answer.ok) throw new Error(`Directus ${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: { id: string } }).data;
}

/**
 * A user who may read fines and nothing else. Each request itself filters by resident, because
 * Directus charges for row rules.
 */
async function makeResident(url: string): Promise<string> {
  const role = await make(url, "/roles", { name: "Resident" });
  const policy = await make(url, "/policies", { name: "Fines", app_access: false });
  await make(url, "/access", { role: role.id, policy: policy.id });
  await make(url, "/permissions", {
    policy: policy.id,
    collection: "fines",
    action: "read",
    fields: ["*"],
    permissions: {},
  });
  const { id } = await make(url, "/users", {
    email: "thandi@example.com",
    password: "another long password",
    role: role.id,
    token: tokens.resident,
  });
  return id;
}

/** Copies our fines, with the index of our list; those of `ours` become those of `theirs`. */
function copyFines(from: string, to: string, ours: string, theirs: string): void {
  const db = new Database(to);
  db.prepare("ATTACH ? AS house").run(from);
  const columns = ["id", ...text, "amount_cents"];
  const values = columns.map((name) =>
    name === "resident_id" ? "CASE resident_id WHEN @ours THEN @theirs ELSE resident_id END" : name,
  );
  db.prepare(`INSERT INTO main.fines (${columns}) SELECT ${values} FROM house.fines`).run({
    ours,
    theirs,
  });
  db.exec("CREATE INDEX fines_resident ON fines (resident_id, id)");
  db.close();
}

/** The same requests as to our server. */
function requestsOf(server: Served, resident: string) {
  const list = `/items/fines?filter[resident_id][_eq]=${resident}&sort=-id&limit=50`;
  const fine = {
    resident_id: resident,
    status: "Unpaid",
    type: "Late Rent",
    amount_cents: 45_000,
  };
  const issue: Target = {
    name: "Directus",
    server,
    path: "/items/fines",
    method: "POST",
    headers: { ...bearer(tokens.admin), "content-type": "application/json" },
    body: (count) => JSON.stringify({ ...fine, reason: reasonOf(count) }),
  };
  return {
    issue,
    list: { name: "Directus", server, path: list, headers: bearer(tokens.resident) },
  };
}

/** Directus over SQLite with the same fines. */
async function serveDirectus(database: string, residentId: string) {
  const folder = install("directus", packages);
  const file = `${database}.directus`;
  const env = settings(folder, file);
  execFileSync(process.execPath, [join(folder, "node_modules/directus/cli.js"), "bootstrap"], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const served: Served = await serve(["node", join(folder, "start.mjs")], env);
  const { url } = served;
  try {
    await make(url, "/collections", collection);
    const id = await makeResident(url);
    copyFines(database, file, residentId, id);
    return { served, requests: requestsOf(served, id) };
  } catch (error) {
    await served.stop();
    throw error;
  }
}

/** The list of one person's fines, and a new fine, compared with Directus. */
export async function measureDirectus({ newBuilding, profile }: Bench): Promise<Line[]> {
  const { data, file, building } = newBuilding("directus");
  const { served: peer, requests } = await serveDirectus(file, building.residentId);
  await using _directus = peer;
  await using served = await serveStoep(data);
  const { tRPC, issue } = requestsTo(served, building);
  const compare = async (what: string, ours: Target, theirs: Target, atLeast: number) => {
    const rounds = await interleaved([ours, theirs], profile);
    return against(what, [rounds(ours.name), rounds(theirs.name)], { atLeast });
  };
  return [
    await compare("list against Directus 12.4.0", tRPC, requests.list, 20),
    await compare("insert against Directus 12.4.0", issue, requests.issue, 12),
  ];
}
