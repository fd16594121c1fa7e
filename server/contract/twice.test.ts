import { expect, test } from "vitest";
import { roleFor } from "../api/procedureByName.ts";
import { admissionOf } from "../api/procedures.ts";
import { restCalls } from "../api/restCalls.ts";
import { appRouter } from "../api/router.ts";
import { type Neighbour, openServer } from "../testing.ts";
import { goodInput, goodValues, pietersThings } from "./samples.ts";

// A double click, or a repeat after a lost response: whatever creates something creates it once.

type Procedure = { _def: { inputs: unknown[]; type: string } };
const mutations = Object.entries(
  appRouter._def.procedures as unknown as Record<string, Procedure>,
).flatMap(([path, { _def }]) =>
  _def.type === "mutation"
    ? [{ call: `POST /api/trpc/${path}`, who: roleFor(path), input: _def.inputs[0] }]
    : [],
);
const posts = restCalls.flatMap(({ prefix, rows }) =>
  rows.flatMap(({ method, path, body, streams, procedure }) =>
    method === "POST" && !streams
      ? [
          {
            call: `POST ${prefix}${path}`,
            who: admissionOf(procedure?.({ role: "Admin" })).for,
            input: body,
          },
        ]
      : [],
  ),
);

const caller: Record<string, Neighbour> = {
  member: "pieter",
  Admin: "anna",
  Resident: "pieter",
  Staff: "sipho",
};

/** The number of rows of everything people create, without the records of it. */
function rowsIn({ db }: Awaited<ReturnType<typeof openServer>>): Record<string, number> {
  const tables = db.$client
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all()
    .filter(
      (name) => !/^_|^search_index|^(sessions|request_keys)$|sign_in|throttle|attempt/.test(name),
    );
  // A replaced link opens nothing; its row is there only to say so.
  const open = (name: string) => (name === "links" ? "WHERE replaced_at IS NULL" : "");
  return Object.fromEntries(
    tables.map((name) => [
      name,
      Number(
        db.$client
          .prepare(`SELECT count(*) FROM "${name}" ${open(name)}`)
          .pluck()
          .get(),
      ),
    ]),
  );
}

/**
 * A response without its secrets, which differ each time because a link replaces the one before.
 */
const withoutSecrets = (body: unknown) =>
  JSON.stringify(body).replace(/"(link|qr|expiresAt|until)":"(\\.|[^"\\])*"/g, "");

/** Values that must go together, which the good values alone do not show. */
function together(
  call: string,
  body: Record<string, unknown>,
  pieter: { id: string; email: string },
) {
  if (/signUp|signup|invites\.invite/.test(call)) delete body.maintenanceType;
  if (call.includes("resetLink")) body.id = pieter.id;
  if (call.includes("admin.visitors")) body.residentEmail = pieter.email;
}

const creating: string[] = [];

test.each([...mutations, ...posts])(
  "$call sent twice with one key",
  async ({ call, who, input }) => {
    // It runs in a separate process and creates no row; a second one is refused while it runs.
    if (call.includes("admin.backups.")) return;
    const server = await openServer();
    const things = await pietersThings(server);
    const values = goodValues(things);
    const owner = call.endsWith("/vistors") ? "pieter" : (caller[who] ?? "anna");
    const special = who === "Staff" ? { profileId: server.people.sipho.id } : {};
    const path = call.replace(/:(\w+)/g, (_, name) => String(values[name]));
    const body = input ? goodInput(input, values, special) : undefined;
    if (body) together(call, body, server.people.pieter);
    const send = () =>
      server.rest(owner)(path, body, {
        "idempotency-key": "the same key",
        "sec-fetch-site": "none",
      });
    const before = rowsIn(server);
    const first = await send();
    const after = rowsIn(server);
    const made = Object.keys(after).some(
      (table) => table !== "audit_events" && (after[table] ?? 0) > (before[table] ?? 0),
    );
    if (!made) return;
    creating.push(call);
    expect(first.status).toBeLessThan(300);
    const second = await send();
    const { audit_events: _, ...rows } = rowsIn(server);
    const { audit_events: __, ...wanted } = after;
    expect(rows).toEqual(wanted);
    expect(second.status).toBe(first.status);
    expect(withoutSecrets(second.body)).toBe(withoutSecrets(first.body));
  },
);

test("the walk met everything that makes something", () => {
  expect(creating.sort()).toEqual(
    [
      ...["announcements.post", "fines.issue", "invites.invite", "invites.resetLink"].map(
        (name) => `POST /api/trpc/admin.${name}`,
      ),
      ...["people.signUp", "sheets.make", "units.add", "visitors.signIn"].map(
        (name) => `POST /api/trpc/admin.${name}`,
      ),
      ...[
        "people.add",
        "parties.add",
        "transfers.enter",
        "areas.add",
        "quotas.set",
        "trustees.begin",
        "weights.set",
      ].map((name) => `POST /api/trpc/admin.${name}`),
      ...["admin/people", "admin/units", "admin/units/:unitId/owners"].map(
        (name) => `POST /api/property/${name}`,
      ),
      ...["member.session.makeToken", "resident.maintenance.log", "resident.visitors.signIn"].map(
        (name) => `POST /api/trpc/${name}`,
      ),
      "POST /api/trpc/resident.changeNotices.announce",
      "POST /api/trpc/admin.changeDecisions.confirm",
      // Settings are rows, which the first change creates.
      "POST /api/trpc/admin.building.update",
      "POST /api/trpc/staff.announcements.post",
      "POST /api/trpc/member.factors.begin",
      "POST /api/trpc/staff.maintenance.setStatus",
      "POST /api/trpc/admin.maintenance.setStatus",
      "POST /api/auth/token",
      ...["admin/announcements", "admin/resident/:residentId/fine/newfine", "admin/signup"].map(
        (name) => `POST /api/property/${name}`,
      ),
      ...["resident/maintenance", "resident/vistors", "staff/announcements"].map(
        (name) => `POST /api/property/${name}`,
      ),
    ].sort(),
  );
});

test("another thing under the same key is refused, and another person's key is their own", async () => {
  const { rest } = await openServer();
  const key = { "idempotency-key": "the same key" };
  const post = (name: Neighbour, message: string) =>
    rest(name)("POST /api/property/admin/announcements", { message }, key);
  expect((await post("anna", "one")).status).toBe(201);
  expect(await post("anna", "two")).toMatchObject({
    status: 409,
    body: { code: "request.key_reused" },
  });
  expect((await post("bongani", "one")).status).toBe(201);
});
