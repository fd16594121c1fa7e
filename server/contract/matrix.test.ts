import { TRPCError } from "@trpc/server";
import { expect, test } from "vitest";
import { refusalOf } from "../http/refusals.ts";
import { openHouse, openServer } from "../testing.ts";
import { type Call, invoke, procedureCalls, restRows } from "./everyCall.ts";
import {
  contents,
  fieldsOf,
  goodInput,
  goodValues,
  multipart,
  pietersThings,
  tinyPdf,
} from "./samples.ts";

// Who is not of a call's role is refused by every one: see admission.test.ts. Here they are of the role.

/**
 * Fields that identify something of one person. A resident must be refused when they name another
 * person's.
 */
const belongings = [
  ...["profileId", "residentId", "fineId", "visitId", "proofId", "evidenceId", "noticeId", "id"],
  ...["requestId", "expectedId"],
];

const roleOf = ({ admission }: Call) => admission.for;
const fieldsIn = ({ input }: Call, wanted: string[]) =>
  Object.keys(fieldsOf(input)).filter((field) => wanted.includes(field));

/** The code with which a call was refused. */
async function refusedWith(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    (answer) => new Error(`was answered: ${JSON.stringify(answer)}`),
    (thrown) => thrown,
  );
  if (!(error instanceof TRPCError)) throw error;
  return refusalOf(error).code;
}

test("the matrix knows every procedure of the router", () => {
  expect(procedureCalls.length).toBeGreaterThan(40);
  for (const call of procedureCalls)
    expect(call.name.split(".")[0]).toBe(roleOf(call).toLowerCase());
});

const owned = procedureCalls.filter(
  (call) =>
    !["Admin", "Gate", "public"].includes(roleOf(call)) && fieldsIn(call, belongings).length > 0,
);

test.each(owned)("$path refuses another person's things", async (call) => {
  const house = openHouse();
  const things = await pietersThings(house);
  const isStaffs = roleOf(call) === "Staff";
  const me = isStaffs ? "sipho" : "thandi";
  const values = goodValues(things);
  const before = contents(house.db);
  // Naming the other person is refused, whatever else the input contains.
  for (const field of fieldsIn(call, belongings)) {
    if (field !== "profileId" && isStaffs) continue;
    const profileId = field === "profileId" ? things.profileId : house.people[me].id;
    const input = goodInput(call.input, values, { profileId });
    const code = await refusedWith(invoke(house.as(me), call.name, input));
    expect(code).toMatch(/^auth\.not_yours$|\.unknown$/);
  }
  expect(contents(house.db)).toBe(before);
});

test.each(procedureCalls.filter((call) => ["Resident", "Staff"].includes(roleOf(call))))(
  "$name is not for an admin who names nobody",
  async ({ name, input }) => {
    const house = openHouse();
    const values = goodInput(input, goodValues(await pietersThings(house)));
    delete values?.profileId;
    expect(await refusedWith(invoke(house.as("anna"), name, values))).toBe("auth.wrong_role");
  },
);

const ofOnePerson = restRows.filter((call) =>
  roleOf(call) === "Staff"
    ? call.path.includes(":profileId")
    : !["Admin", "Gate"].includes(roleOf(call)) &&
      /:(profileId|residentId|fineId|visitId|proofId|evidenceId|requestId|expectedId)/.test(
        call.path,
      ),
);

test.each(ofOnePerson)("$name over HTTP refuses another person's things", async (call) => {
  const server = await openServer();
  const values = goodValues(await pietersThings(server));
  const path = call.name.replace(/:(\w+)/g, (_, name) => String(values[name]));
  const isUpload = call.streams && call.method === "POST";
  const given = isUpload ? multipart(tinyPdf()) : goodInput(call.input, values);
  const before = contents(server.db);
  const isStaffs = roleOf(call) === "Staff";
  const { status, body } = await server.rest(isStaffs ? "sipho" : "thandi")(path, given);
  expect(isStaffs ? [403] : [403, 404]).toContain(status);
  expect(body).toEqual({
    message: expect.stringMatching(/\S/),
    code: expect.stringMatching(/^[a-z]+\.[a-z_]+$/),
    ...("field" in body && { field: expect.any(String) }),
  });
  expect(contents(server.db)).toBe(before);
});

/** Fields that identify a person. */
const whose = ["profileId", "residentId", "id"];
/** Calls that concern removed people, and one whose id belongs to nobody. */
const others = ["admin.privacy.erase", "admin.privacy.reveal", "admin.backups.restore"];

const ofRemoved = procedureCalls.filter(
  (call) =>
    call.method === "POST" &&
    !["public", "member", "Gate"].includes(roleOf(call)) &&
    !others.includes(call.name) &&
    fieldsIn(call, whose).length > 0,
);

test.each(ofRemoved)("$name changes nothing for somebody who was removed", async (call) => {
  const house = openHouse();
  const values = goodValues(await pietersThings(house));
  const { id } = house.people.pieter;
  await house.as("anna").admin.people.remove({ id });
  const input = goodInput(call.input, values, { profileId: id, residentId: id, id });
  const before = contents(house.db);
  expect(await refusedWith(invoke(house.as("anna"), call.name, input))).toMatch(/\.unknown$/);
  expect(contents(house.db)).toBe(before);
});
