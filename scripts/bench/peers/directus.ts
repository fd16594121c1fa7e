import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import Database from "better-sqlite3";
import { type Served, serve } from "../serve.ts";
import { install } from "./install.ts";

const packages = {
  dependencies: { directus: "12.4.0" },
  builds: ["sqlite3", "isolated-vm", "argon2", "sharp"],
};

const tokens = { admin: "bench-admin-token", resident: "bench-resident-token" };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The settings: production, its defaults, and silent. */
const settings = (folder: string, file: string) => ({
  ...{ NODE_ENV: "production", HOST: "127.0.0.1", LOG_LEVEL: "error", TELEMETRY: "false" },
  ...{ DB_CLIENT: "sqlite3", DB_FILENAME: file, SECRET: randomUUID() },
  ...{ ADMIN_EMAIL: "anna@example.com", ADMIN_PASSWORD: "a good long password" },
  ADMIN_TOKEN: tokens.admin,
  // Not in the folder of whoever starts it.
  ...{ STORAGE_LOCAL_ROOT: join(folder, "uploads"), EXTENSIONS_PATH: join(folder, "extensions") },
  // It would answer 503 where the event loop is late, which a load on all it has makes it.
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

/** The collection of fines, with what a row of ours has. */
const collection = {
  collection: "fines",
  meta: {},
  schema: {},
  fields: [
    {
      ...{ field: "id", type: "uuid", meta: { special: ["uuid"] } },
      schema: { is_primary_key: true, length: 36, has_auto_increment: false },
    },
    ...text.map((field) => ({ field, type: "string", schema: {}, meta: {} })),
    { field: "amount_cents", type: "integer", schema: {}, meta: {} },
  ],
};

/** Asks Directus to make something; answers it. @throws what it refused, in its words */
async function make(url: string, path: string, body: unknown): Promise<{ id: string }> {
  const answer = await fetch(url + path, {
    ...{ method: "POST", body: JSON.stringify(body) },
    headers: { ...bearer(tokens.admin), "content-type": "application/json" },
  });
  if (!answer.ok) throw new Error(`Directus ${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: { id: string } }).data;
}

/**
 * Somebody who may read fines and nothing else. That they are their own only has to be said by who asks:
 * rules on rows are for who pays.
 */
async function makeResident(url: string): Promise<string> {
  const role = await make(url, "/roles", { name: "Resident" });
  const policy = await make(url, "/policies", { name: "Fines", app_access: false });
  await make(url, "/access", { role: role.id, policy: policy.id });
  await make(url, "/permissions", {
    ...{ policy: policy.id, collection: "fines", action: "read", fields: ["*"], permissions: {} },
  });
  const { id } = await make(url, "/users", {
    ...{ email: "thandi@example.com", password: "another long password" },
    ...{ role: role.id, token: tokens.resident },
  });
  return id;
}

/** Copies our fines, with the index that our list has; those of `ours` become those of `theirs`. */
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

/** Directus over SQLite with the same fines. */
export async function serveDirectus(database: string, residentId: string) {
  const folder = install("directus", packages);
  const file = `${database}.directus`;
  const env = settings(folder, file);
  execFileSync(process.execPath, [join(folder, "node_modules/directus/cli.js"), "bootstrap"], {
    ...{ cwd: folder, env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "pipe"] },
  });
  const served: Served = await serve([join(folder, "start.mjs")], env);
  const { url } = served;
  try {
    await make(url, "/collections", collection);
    const id = await makeResident(url);
    copyFines(database, file, residentId, id);
    return {
      ...served,
      items: `${url}/items/fines?filter[resident_id][_eq]=${id}&sort=-id&limit=50`,
      headers: bearer(tokens.resident),
      inserts: `${url}/items/fines`,
      adminHeaders: bearer(tokens.admin),
      fine: { resident_id: id, status: "Unpaid", type: "Late Rent", amount_cents: 45_000 },
    };
  } catch (error) {
    await served.stop();
    throw error;
  }
}
