import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openApi } from "../api/openapi.ts";
import { restCalls } from "../api/restCalls.ts";
import { type Neighbour, openServer, restNewcomer as person } from "../testing.ts";
import { contents, darkStairs, dayVisit, inDays, pietersThings } from "./samples.ts";

// Invalid input is refused with a sentence about the field, and changes nothing.

const fine = { Type: "Late Rent", Amount: "450", DueDate: inDays(9), Reason: "Late" };
const { description: Description, ...fault } = darkStairs;
const { startDate: date, ...visit } = dayVisit;

const newFine = (body: object) =>
  ["anna", "POST /admin/resident/THANDI/fine/newfine", { ...fine, ...body }] as const;
const newFault = (body: object) =>
  ["thandi", "POST /resident/maintenance", { ...fault, Description, ...body }] as const;
const newVisit = (body: object) =>
  ["thandi", "POST /resident/vistors", { ...visit, date, ...body }] as const;
const newPerson = (body: object) => ["anna", "POST /admin/signup", { ...person, ...body }] as const;
const profile = (body: object) => ["thandi", "PUT /resident/profile/THANDI", body] as const;

const texts = ["Passwords do not match", "Please select a visitation type"];

type Case = readonly [
  what: string,
  call: readonly [Neighbour, string, unknown?],
  status: number,
  field?: string,
];

/** Cases of one call: what is wrong with the rest of its body, by field. */
const each = (
  call: (body: object) => Case[1],
  wrong: Record<string, readonly [body: object, field?: string, status?: number]>,
) =>
  Object.entries(wrong).map(
    ([what, [body, field = Object.keys(body)[0], status = 400]]): Case => [
      what,
      call(body),
      status,
      field,
    ],
  );

const fineFor = (who: string) => `POST /admin/resident/${who}/fine/newfine`;
const setFine = (id: string) => `POST /admin/resident/${id}/fine/update`;
const signOut = "DELETE /admin/resident/deletevisitor";
const role = (who: string) => `PATCH /admin/staff/updaterole/${who}`;
const requestStatus = "PUT /staff/maintenance/UpdateStatus";
const amounts = ["abc", "0", 1e9, 450.555, null, {}, "R450"];
const days = ["2026-02-30", "tomorrow", ""];

const cases: Case[] = [
  ...amounts.map(
    (Amount): Case => [`amount ${JSON.stringify(Amount)}`, newFine({ Amount }), 400, "Amount"],
  ),
  ...days.map((DueDate): Case => [`due date ${DueDate}`, newFine({ DueDate }), 400, "DueDate"]),
  ...each(newFine, {
    "due before issue": [{ DueDate: inDays(-2) }],
    "unknown type": [{ Type: "Parking" }],
    "empty reason": [{ Reason: "   " }],
    "reason too long": [{ Reason: "x".repeat(501) }],
    "reason with NUL": [{ Reason: "a\u0000b" }],
    "fine for another than the path": [{ userId: "somebody" }],
    "unknown field": [{ Discount: 5 }],
  }),
  ["missing fields", ["anna", fineFor("THANDI"), {}], 400, "Type"],
  ["no body", ["anna", fineFor("THANDI")], 400],
  ["fine for nobody", ["anna", fineFor(randomUUID()), fine], 404],
  ["fine for staff", ["anna", fineFor("SIPHO"), fine], 404],
  ["unknown fine status", ["anna", setFine("FINE"), { Status: "Gone" }], 400, "Status"],
  ["status of no fine", ["anna", setFine("none"), { Status: "Paid" }], 404],

  ...each(newFault, {
    "unknown maintenance type": [{ maintenanceType: "Astrology" }],
    "long description": [{ Description: "x".repeat(2001) }],
    "day that does not exist": [{ date: "2026-02-30" }],
    "missing room": [{ roomNumber: undefined }],
  }),
  ["request as another", newFault({ userId: "PIETER" }), 403],
  ["status of no request", ["sipho", `${requestStatus}/none/Closed`], 404],
  ["unknown request status", ["sipho", `${requestStatus}/REQUEST/Lost`], 400, "newStatus"],

  ...each(newVisit, {
    "leave before start": [{ date: `${inDays(3)} to ${inDays(1)}`, visitationType: "Sleepover" }],
    "sleepover without leave": [{ visitationType: "Sleepover" }, "date"],
    "day visit with leave": [{ date: `${inDays(0)} to ${inDays(1)}` }],
    "no visitation type": [{ visitationType: "" }],
    "visitor email": [{ visitorEmail: "not an address" }],
    "another's email": [{ residentEmail: "pieter@example.co.za" }, "residentEmail", 403],
  }),
  [
    "another's visitors",
    ["thandi", "GET /resident/allvistors?residentEmail=pieter@example.co.za"],
    403,
  ],
  ["This visitor could not be found", ["thandi", `${signOut}/none`], 404],
  ["another's visitor", ["thandi", `${signOut}/VISIT`], 404],

  ...each(newPerson, {
    "taken email": [{ email: "Thandi@Example.co.za" }, "email", 409],
    "username that is an email": [{ userName: "thandi@example.co.za" }, "userName", 409],
    "taken email and username": [
      { email: "thandi@example.co.za", userName: "Pieter" },
      "email",
      409,
    ],
    "passwords differ": [{ confirmPassword: "another one" }],
    "short password": [{ password: "1234567" }],
    email: [{ email: "nobody" }],
    telephone: [{ cellPhone: "call me" }],
    "name of 10,000 letters": [{ name: "x".repeat(10_000) }],
    "unknown role": [{ roles: "Owner" }],
    "staff without a trade": [{ maintenanceType: undefined, roles: "Staff" }],
    "a resident with a trade": [{ maintenanceType: "Cleaning" }],
  }),
  ["unknown new role", ["anna", role("SIPHO"), { newRole: "King" }], 400, "newRole"],
  ["trade for a resident", ["anna", role("THANDI"), { newRole: "Cleaning" }], 400, "newRole"],
  ["removing nobody", ["anna", `DELETE /admin/staff/delete/${randomUUID()}`], 404],
  ["removing a resident as staff", ["anna", "DELETE /admin/staff/delete/THANDI"], 404],

  ...each(profile, {
    "profile: taken email": [
      { email: "PIETER@example.co.za", cellPhone: "0820000000" },
      "email",
      409,
    ],
    "profile: malformed email": [{ email: "a@b" }],
    "profile: malformed number": [{ cellphone: "12" }],
    "profile: nothing": [{}, "cellPhone"],
    "profile: a field one may not change": [{ roles: "Admin" }],
    "profile: another id": [{ id: "PIETER", email: "t@x.co.za" }],
  }),
  ["another's profile, guessed", ["thandi", "PUT /resident/profile/PIETER", { name: "x" }], 403],
  ["another's profile", ["thandi", "GET /resident/profile/PIETER"], 403],
  ["profile of nobody", ["anna", "GET /admin/profile/none"], 404],

  ...each((body) => ["anna", "POST /admin/announcements", body], {
    "blank announcement": [{ message: " \n " }],
    "announcement too long": [{ message: "x".repeat(2001) }],
  }),
  ["an address that is not there", ["anna", "GET /admin/nothing"], 404],
];

/** The response statuses that the OpenAPI document declares for a call. */
function declared(call: string): string[] {
  const [method = "", path = ""] = call.split(/[ ?]/);
  const { paths } = openApi(restCalls);
  const found = Object.keys(paths).find((each) =>
    new RegExp(`^${each.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  // An unknown address is in no document.
  if (!found) return ["404"];
  return Object.keys(paths[found]?.[method.toLowerCase()]?.responses ?? {});
}

for (const [what, [who, call, body], status, field] of cases)
  test(what, async () => {
    const server = await openServer();
    const things = await pietersThings(server);
    const ids: Record<string, string> = {
      THANDI: server.people.thandi.id,
      PIETER: server.people.pieter.id,
      SIPHO: server.people.sipho.id,
      FINE: things.fineId,
      REQUEST: things.requestId,
      VISIT: things.visitId,
    };
    const filled = (text: string) =>
      text.replace(/[A-Z]{4,}(?=["/]|$)/g, (name) => ids[name] ?? name);
    const before = contents(server.db);
    const [method, path] = filled(call).split(" ");
    const sent = body === undefined ? undefined : JSON.parse(filled(JSON.stringify(body)));
    const answer = await server.rest(who)(`${method} /api/property${path}`, sent);
    expect(answer.body).toEqual({
      code: expect.stringMatching(/^[a-z]+\.[a-z_]+$/),
      message: expect.stringMatching(/^\S.{10,}/),
      ...((field || answer.body.field) && { field: field ?? expect.any(String) }),
    });
    expect(answer.status).toBe(status);
    expect(declared(`${method} /api/property${path}`)).toContain(String(status));
    // Texts taken whole from the specification do not contain the field's name.
    if (answer.body.code === "request.invalid" && field && !texts.includes(answer.body.message))
      expect(answer.body.message).toContain(field);
    expect(contents(server.db)).toBe(before);
  });

test("malformed JSON, a wrong content type and a body of 20 MB", async () => {
  const { rest, db } = await openServer();
  const before = contents(db);
  const json = "application/json";
  for (const [body, type, status, code] of [
    ['{"message": "half', json, 400, "request.malformed"],
    ["", json, 400, "request.invalid"],
    ['{"__proto__": {"a": 1}, "message": "x"}', json, 400, "request.malformed"],
    ["message=x", "application/x-www-form-urlencoded", 415, "request.wrong_content_type"],
    ['{"message":"x"}', "text/plain", 415, "request.wrong_content_type"],
    [`{"message":"${"x".repeat(20 * 1024 * 1024)}"}`, json, 413, "request.too_large"],
  ] as const) {
    const headers = { "content-type": type };
    const post = "POST /api/property/admin/announcements";
    const answer = await rest("anna")(post, Buffer.from(body), headers);
    expect(answer).toMatchObject({ status, body: { code } });
  }
  expect(contents(db)).toBe(before);
});

test("a path with .. reaches no file", async () => {
  const { port } = await openServer();
  for (const path of [
    "/../package.json",
    // Nor does a folder.
    "/assets/",
    "/assets/../../../package.json",
    "/..%2f..%2fpackage.json",
    "/api/property/payment-proofs/..%2f..%2fstoep.db/file",
    "/%2e%2e/%2e%2e/etc/passwd",
  ]) {
    // Written by hand, because fetch would normalise the path.
    const [answer] = await once(request({ host: "127.0.0.1", port, path }).end(), "response");
    const sent = `${answer.statusCode} ${await text(answer)}`;
    expect(sent).toMatch(/^40[0-4] /);
    expect(sent).not.toMatch(/"name": "stoep"|SQLite|root:/);
  }
});

test("the last admin can be neither demoted nor removed, by themselves or by the other at once", async () => {
  const { rest, people } = await openServer();
  const [anna, bongani] = [rest("anna"), rest("bongani")];
  const demote = (who: "anna" | "bongani") =>
    `PATCH /api/property/admin/staff/updaterole/${people[who].id}`;
  const answers = await Promise.all([
    anna(demote("bongani"), { newRole: "Resident" }),
    bongani(demote("anna"), { newRole: "Resident" }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const left = answers[0]?.status === 200 ? ("anna" as const) : ("bongani" as const);
  const alone = rest(left);
  const remove = `DELETE /api/property/admin/resident/delete/${people[left].id}`;
  for (const answer of [await alone(demote(left), { newRole: "Staff" }), await alone(remove)])
    expect(answer).toMatchObject({ status: 409, body: { code: "people.last_admin" } });
  expect((await alone("GET /api/property/admin/admins")).body).toHaveLength(1);
});

test("a request from another site is refused, with or without a session", async () => {
  const { rest, base } = await openServer();
  const post = (headers: Record<string, string>) =>
    rest("anna")("POST /api/property/admin/announcements", { message: "x" }, headers);
  for (const [name, value, status] of [
    ["sec-fetch-site", "cross-site", 403],
    ["sec-fetch-site", "same-site", 403],
    ["origin", "http://evil.example", 403],
    ["origin", "null", 403],
    ["sec-fetch-site", "same-origin", 201],
    ["origin", base, 201],
  ] as const) {
    const answer = await post({ [name]: value });
    expect(answer.status, value).toBe(status);
    if (status === 403) expect(answer.body.code).toBe("request.foreign_origin");
  }
  // tRPC alone would accept this, and a form on another site can send it.
  const form = rest("anna")("POST /api/trpc/member.session.signOutEverywhere", new FormData());
  expect((await form).status).toBe(415);
});
