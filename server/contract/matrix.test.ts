import { TRPCError } from "@trpc/server";
import { expect, test } from "vitest";
import { roleFor } from "../api/procedureByName.ts";
import { restCalls } from "../api/restCalls.ts";
import { appRouter } from "../api/router.ts";
import { refusalOf } from "../http/refusals.ts";
import { type Neighbour, openHouse, openServer } from "../testing.ts";
import { invoke } from "./everyCall.ts";
import {
  contents,
  fieldsOf,
  goodInput,
  goodValues,
  multipart,
  pietersThings,
  tinyPdf,
} from "./samples.ts";

/**
 * Fields that identify something of one person. A resident must be refused when they name another
 * person's.
 */
const belongings = [
  ...["profileId", "residentId", "fineId", "visitId", "proofId", "evidenceId", "noticeId", "id"],
];

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { inputs: unknown[] } }>,
).map(([path, { _def }]) => ({ path, who: roleFor(path), input: _def.inputs[0] }));

const kindOf = (path: string) =>
  (appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)[path]?._def
    .type;

/** The code with which a call was refused. */
async function refusedWith(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    (answer) => new Error(`was answered: ${JSON.stringify(answer)}`),
    (thrown) => thrown,
  );
  if (!(error instanceof TRPCError)) throw error;
  return refusalOf(error).code;
}

const outsiders: Record<string, (Neighbour | undefined)[]> = {
  public: [],
  member: [undefined],
  Admin: [undefined, "thandi", "sipho"],
  Resident: [undefined, "sipho"],
  Staff: [undefined, "thandi"],
};

test("the matrix knows every procedure of the router", () => {
  expect(procedures.length).toBeGreaterThan(40);
  for (const { path, who } of procedures) {
    expect(path.split(".")[0]).toBe(who.toLowerCase());
  }
});

test.each(procedures)("$path refuses everybody it is not for", async ({ path, who, input }) => {
  const house = openHouse();
  const things = await pietersThings(house);
  const before = contents(house.db);
  const values = goodInput(input, goodValues(things));
  for (const outsider of outsiders[who] ?? []) {
    const code = await refusedWith(invoke(house.as(outsider), path, values));
    expect(code).toBe(outsider === undefined ? "auth.signed_out" : "auth.wrong_role");
  }
  expect(contents(house.db)).toBe(before);
});

const owned = procedures.filter(
  ({ who, input }) =>
    who !== "Admin" &&
    who !== "public" &&
    Object.keys(fieldsOf(input)).some((field) => belongings.includes(field)),
);

test.each(owned)("$path refuses another person's things", async ({ path, who, input }) => {
  const house = openHouse();
  const things = await pietersThings(house);
  const me = who === "Staff" ? "sipho" : "thandi";
  const values = goodValues(things);
  const before = contents(house.db);
  // Naming the other person is refused, whatever else the input contains.
  const fields = Object.keys(fieldsOf(input)).filter((field) => belongings.includes(field));
  for (const field of fields) {
    const mine = { profileId: house.people[me].id };
    const special = field === "profileId" ? { profileId: things.profileId } : mine;
    if (field !== "profileId" && who === "Staff") continue;
    const code = await refusedWith(invoke(house.as(me), path, goodInput(input, values, special)));
    expect(code).toMatch(/^auth\.not_yours$|\.unknown$/);
  }
  expect(contents(house.db)).toBe(before);
});

test.each(procedures.filter(({ who }) => who === "Resident" || who === "Staff"))(
  "$path is not for an admin who names nobody",
  async ({ path, input }) => {
    const house = openHouse();
    const values = goodInput(input, goodValues(await pietersThings(house)));
    delete values?.profileId;
    expect(await refusedWith(invoke(house.as("anna"), path, values))).toBe("auth.wrong_role");
  },
);

const calls = restCalls.flatMap(({ prefix, rows }) =>
  rows.map((row) => ({ call: `${row.method} ${prefix}${row.path}`, row })),
);

test.each(calls)(
  "$call over HTTP refuses nobody, wrong roles and others",
  async ({ call, row }) => {
    const server = await openServer();
    const things = await pietersThings(server);
    const values = goodValues(things);
    const path = call.replace(/:(\w+)/g, (_, name) => String(values[name]));
    const body = row.body ? goodInput(row.body, values) : undefined;
    const before = contents(server.db);
    const { for: who, only } = row.admission(null);
    const refusedToo: Neighbour[] = only ? ["anna"] : [];

    const send = async (name: Neighbour | undefined) => {
      if (row.streams !== "upload") return server.rest(name)(path, body);
      const cookie: Record<string, string> = name ? { cookie: `sid=${server.tokenOf(name)}` } : {};
      const response = await fetch(`${server.base}${path.split(" ")[1]}`, {
        method: "POST",
        headers: { ...cookie, "content-type": "multipart/form-data" },
        body: multipart(tinyPdf()),
      });
      return { status: response.status, body: await response.json() };
    };

    const refused = async (name: Neighbour | undefined, statuses: number[]) => {
      const { status, body } = await send(name);
      expect(statuses).toContain(status);
      expect(body).toEqual({
        message: expect.stringMatching(/\S/),
        code: expect.stringMatching(/^[a-z]+\.[a-z_]+$/),
        ...("field" in body && { field: expect.any(String) }),
      });
    };

    for (const outsider of [...(outsiders[who] ?? []), ...refusedToo])
      await refused(outsider, [outsider ? 403 : 401]);
    const namesSomebody = /:(profileId|residentId|fineId|visitId|proofId|evidenceId)/.test(call);
    if (namesSomebody && who !== "Admin" && who !== "Staff") await refused("thandi", [403, 404]);
    if (who === "Staff" && call.includes(":profileId")) await refused("sipho", [403]);

    server.db.$client.exec("DELETE FROM sessions");
    expect(contents(server.db)).toBe(before);
  },
);

/** Fields that identify a person. */
const whose = ["profileId", "residentId", "id"];
/** Calls that concern removed people, and one whose id belongs to nobody. */
const others = ["admin.privacy.erase", "admin.privacy.reveal", "admin.backups.restore"];

const mutations = procedures.filter(
  ({ path, who, input }) =>
    !["public", "member"].includes(who) &&
    !others.includes(path) &&
    kindOf(path) === "mutation" &&
    whose.some((field) => field in fieldsOf(input)),
);

test.each(mutations)("$path changes nothing for somebody who was removed", async (call) => {
  const house = openHouse();
  const values = goodValues(await pietersThings(house));
  const { id } = house.people.pieter;
  await house.as("anna").admin.people.remove({ id });
  const input = goodInput(call.input, values, { profileId: id, residentId: id, id });
  const before = contents(house.db);
  expect(await refusedWith(invoke(house.as("anna"), call.path, input))).toMatch(/\.unknown$/);
  expect(contents(house.db)).toBe(before);
});
