import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { expect, test } from "vitest";
import { openApi } from "../api/openapi.ts";
import { restCalls } from "../api/restCalls.ts";
import { type Neighbour, openServer, restNewcomer as person } from "../testing.ts";
import { contents, inDays, pietersThings } from "./samples.ts";

// Invalid input is refused with a sentence about the field, and changes nothing.

const fine = { Type: "Late Rent", Amount: "450", DueDate: inDays(9), Reason: "Late" };
const fault = {
  maintenanceType: "Cleaning",
  roomNumber: "3",
  date: inDays(0),
  Description: "Dirty",
};
const visit = {
  visitationType: "Day Visit",
  roomNumber: "3",
  residentName: "T",
  visitorName: "V",
  visitorSurname: "W",
  visitorEmail: "v@example.co.za",
  date: inDays(0),
};

const newFine = (body: object) =>
  ["anna", "POST /admin/resident/THANDI/fine/newfine", { ...fine, ...body }] as const;
const newFault = (body: object) =>
  ["thandi", "POST /resident/maintenance", { ...fault, ...body }] as const;
const newVisit = (body: object) =>
  ["thandi", "POST /resident/vistors", { ...visit, ...body }] as const;
const newPerson = (body: object) => ["anna", "POST /admin/signup", { ...person, ...body }] as const;
const profile = (body: object) => ["thandi", "PUT /resident/profile/THANDI", body] as const;

const texts = ["Passwords do not match", "Please select a visitation type"];

type Case = readonly [
  what: string,
  call: readonly [Neighbour, string, unknown?],
  status: number,
  field?: string,
];

const cases: Case[] = [
  ...["abc", "-5", "0", "0.00", "1e9", 1e9, "450.555", 450.555, "", null, {}, "450,50", "R450"].map(
    (Amount): Case => [`amount ${JSON.stringify(Amount)}`, newFine({ Amount }), 400, "Amount"],
  ),
  ...["2026-02-30", "2026-13-01", "tomorrow", "", "20261120", "2026-1-1"].map(
    (DueDate): Case => [`due date ${DueDate}`, newFine({ DueDate }), 400, "DueDate"],
  ),
  ["due before issue", newFine({ DueDate: inDays(-2) }), 400, "DueDate"],
  ["empty type", newFine({ Type: "" }), 400, "Type"],
  ["unknown type", newFine({ Type: "Parking" }), 400, "Type"],
  ["empty reason", newFine({ Reason: "   " }), 400, "Reason"],
  ["reason too long", newFine({ Reason: "x".repeat(501) }), 400, "Reason"],
  ["reason of the wrong type", newFine({ Reason: 5 }), 400, "Reason"],
  ["reason with NUL", newFine({ Reason: "a\u0000b" }), 400, "Reason"],
  ["fine for another than the path", newFine({ userId: "somebody" }), 400, "userId"],
  ["unknown field", newFine({ Discount: 5 }), 400, "Discount"],
  ["missing fields", ["anna", "POST /admin/resident/THANDI/fine/newfine", {}], 400, "Type"],
  ["a list for a body", ["anna", "POST /admin/resident/THANDI/fine/newfine", []], 400],
  ["no body", ["anna", "POST /admin/resident/THANDI/fine/newfine"], 400],
  ["fine for nobody", ["anna", `POST /admin/resident/${randomUUID()}/fine/newfine`, fine], 404],
  ["fine for staff", ["anna", "POST /admin/resident/SIPHO/fine/newfine", fine], 404],
  [
    "unknown fine status",
    ["anna", "POST /admin/resident/FINE/fine/update", { Status: "Gone" }],
    400,
    "Status",
  ],
  ["status of no fine", ["anna", "POST /admin/resident/none/fine/update", { Status: "Paid" }], 404],

  ["unknown maintenance type", newFault({ maintenanceType: "Plumbing" }), 400, "maintenanceType"],
  ["empty description", newFault({ Description: "" }), 400, "Description"],
  ["long description", newFault({ Description: "x".repeat(2001) }), 400, "Description"],
  ["day that does not exist", newFault({ date: "2026-02-30" }), 400, "date"],
  ["missing room", newFault({ roomNumber: undefined }), 400, "roomNumber"],
  ["request as another", newFault({ userId: "PIETER" }), 403],
  ["status of no request", ["sipho", "PUT /staff/maintenance/UpdateStatus/none/Closed"], 404],
  [
    "unknown request status",
    ["sipho", "PUT /staff/maintenance/UpdateStatus/REQUEST/Lost"],
    400,
    "newStatus",
  ],

  [
    "leave before start",
    newVisit({ visitationType: "Sleepover", date: `${inDays(3)} to ${inDays(1)}` }),
    400,
    "date",
  ],
  ["sleepover without leave", newVisit({ visitationType: "Sleepover" }), 400, "date"],
  ["day visit with leave", newVisit({ date: `${inDays(0)} to ${inDays(1)}` }), 400, "date"],
  ["three dates", newVisit({ date: `${inDays(0)} to ${inDays(1)} to ${inDays(2)}` }), 400, "date"],
  ["visit date", newVisit({ date: "2026-02-30" }), 400, "date"],
  ["no visitation type", newVisit({ visitationType: "" }), 400, "visitationType"],
  ["visitor email", newVisit({ visitorEmail: "not an address" }), 400, "visitorEmail"],
  ["another's email", newVisit({ residentEmail: "pieter@example.co.za" }), 403, "residentEmail"],
  [
    "another's visitors",
    ["thandi", "GET /resident/allvistors?residentEmail=pieter@example.co.za"],
    403,
  ],
  ["This visitor could not be found", ["thandi", "DELETE /admin/resident/deletevisitor/none"], 404],
  ["another's visitor", ["thandi", "DELETE /admin/resident/deletevisitor/VISIT"], 404],

  ["taken email", newPerson({ email: "Thandi@Example.co.za" }), 409, "email"],
  ["taken username", newPerson({ userName: "Pieter" }), 409, "userName"],
  ["username that is an email", newPerson({ userName: "thandi@example.co.za" }), 409, "userName"],
  ["passwords differ", newPerson({ confirmPassword: "another one" }), 400, "confirmPassword"],
  ["short password", newPerson({ password: "1234567" }), 400, "password"],
  ["long password", newPerson({ password: "x".repeat(129) }), 400, "password"],
  ["email", newPerson({ email: "nobody" }), 400, "email"],
  ["telephone", newPerson({ cellPhone: "call me" }), 400, "cellPhone"],
  ["no name", newPerson({ name: " " }), 400, "name"],
  ["name of 10,000 letters", newPerson({ name: "x".repeat(10_000) }), 400, "name"],
  ["unknown role", newPerson({ roles: "Owner" }), 400, "roles"],
  ["staff without a trade", newPerson({ roles: "Staff" }), 400, "maintenanceType"],
  [
    "unknown trade",
    newPerson({ roles: "Staff", maintenanceType: "Plumbing" }),
    400,
    "maintenanceType",
  ],
  ["a resident with a trade", newPerson({ maintenanceType: "Cleaning" }), 400, "maintenanceType"],
  [
    "unknown new role",
    ["anna", "PATCH /admin/staff/updaterole/SIPHO", { newRole: "King" }],
    400,
    "newRole",
  ],
  [
    "empty new role",
    ["anna", "PATCH /admin/staff/updaterole/SIPHO", { newRole: "" }],
    400,
    "newRole",
  ],
  [
    "trade for a resident",
    ["anna", "PATCH /admin/staff/updaterole/THANDI", { newRole: "Cleaning" }],
    400,
    "newRole",
  ],
  ["new role of nobody", ["anna", "PATCH /admin/staff/updaterole/none", { newRole: "Staff" }], 404],
  ["removing nobody", ["anna", `DELETE /admin/staff/delete/${randomUUID()}`], 404],
  ["removing a resident as staff", ["anna", "DELETE /admin/staff/delete/THANDI"], 404],

  [
    "profile: taken email",
    profile({ email: "PIETER@example.co.za", cellPhone: "0820000000" }),
    409,
    "email",
  ],
  ["profile: malformed email", profile({ email: "a@b" }), 400, "email"],
  ["profile: malformed number", profile({ cellphone: "12" }), 400, "cellphone"],
  ["profile: nothing", profile({}), 400, "cellPhone"],
  ["profile: a field one may not change", profile({ roles: "Admin" }), 400, "roles"],
  ["profile: another id", profile({ id: "PIETER", email: "t@x.co.za" }), 400, "id"],
  ["profile: another name", profile({ name: "Tandy", cellPhone: "0820000000" }), 400, "name"],
  ["profile: an address of another type", profile({ userAddress: 3 }), 400, "userAddress"],
  ["profile: a field nobody knows", profile({ name: "thandi", nickName: "T" }), 400, "nickName"],
  ["profile: a list", ["thandi", "PUT /resident/profile/THANDI", []], 400],
  ["another's profile, guessed", ["thandi", "PUT /resident/profile/PIETER", { name: "x" }], 403],
  [
    "taken email and username",
    newPerson({ email: "thandi@example.co.za", userName: "Pieter" }),
    409,
    "email",
  ],
  ["a password everybody knows", newPerson({ password: "password123" }), 400, "password"],
  ["another's profile", ["thandi", "GET /resident/profile/PIETER"], 403],
  ["profile of nobody", ["anna", "GET /admin/profile/none"], 404],
  ["another's fines", ["thandi", "GET /resident/fines/PIETER"], 403],
  ["fines of nobody", ["anna", "GET /resident/fines/none"], 404],

  [
    "blank announcement",
    ["anna", "POST /admin/announcements", { message: " \n " }],
    400,
    "message",
  ],
  [
    "announcement too long",
    ["sipho", "POST /staff/announcements", { message: "x".repeat(2001) }],
    400,
    "message",
  ],
  [
    "announcement that is no text",
    ["anna", "POST /admin/announcements", { message: { a: 1 } }],
    400,
    "message",
  ],
  ["an address that is not there", ["anna", "GET /admin/nothing"], 404],
];

const named = cases.map(([what, [who, call, body], status, field]) => ({
  what,
  who,
  call,
  body,
  status,
  field,
}));

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

test.each(named)("$what", async ({ who, call, body, status, field }) => {
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
  const { base, tokenOf, db } = await openServer();
  const before = contents(db);
  const send = (body: string, type = "application/json") =>
    fetch(`${base}/api/property/admin/announcements`, {
      method: "POST",
      headers: { cookie: `sid=${tokenOf("anna")}`, "content-type": type },
      body,
    });
  for (const [body, type, status, code] of [
    ['{"message": "half', undefined, 400, "request.malformed"],
    ["", undefined, 400, "request.invalid"],
    ['{"__proto__": {"a": 1}, "message": "x"}', undefined, 400, "request.malformed"],
    ["message=x", "application/x-www-form-urlencoded", 415, "request.wrong_content_type"],
    ['{"message":"x"}', "text/plain", 415, "request.wrong_content_type"],
    [`{"message":"${"x".repeat(20 * 1024 * 1024)}"}`, undefined, 413, "request.too_large"],
  ] as const) {
    const answer = await send(body, type);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code });
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
    const text = await new Promise<string>((resolve, reject) => {
      request({ host: "127.0.0.1", port, path }, (response) => {
        let all = "";
        response.on("data", (chunk) => {
          all += chunk;
        });
        response.on("end", () => resolve(`${response.statusCode} ${all}`));
      })
        .on("error", reject)
        .end();
    });
    expect(text).toMatch(/^40[0-4] /);
    expect(text).not.toMatch(/"name": "stoep"|SQLite|root:/);
  }
});

test("two people take the same email at once: one does", async () => {
  const { rest } = await openServer();
  const anna = rest("anna");
  const answers = await Promise.all(
    ["one", "two", "three"].map((userName) =>
      anna("POST /api/property/admin/signup", { ...person, userName }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  for (const { status, body } of answers)
    if (status === 409) expect(body).toMatchObject({ code: "people.email_taken", field: "email" });
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
  expect(await alone(demote(left), { newRole: "Staff" })).toMatchObject({
    status: 409,
    body: { code: "people.last_admin" },
  });
  for (const list of ["staff", "resident"])
    expect(
      await alone(`DELETE /api/property/admin/${list}/delete/${people[left].id}`),
    ).toMatchObject({
      status: 409,
    });
  expect((await alone("GET /api/property/admin/admins")).body).toHaveLength(1);
});

test("a request from another site is refused, with or without a session", async () => {
  const { rest, base, tokenOf } = await openServer();
  const post = { message: "x" };
  for (const headers of [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "http://evil.example" },
    { origin: "null" },
  ] as Record<string, string>[])
    expect(
      await rest("anna")("POST /api/property/admin/announcements", post, headers),
    ).toMatchObject({
      status: 403,
      body: { code: "request.foreign_origin" },
    });
  for (const headers of [{ "sec-fetch-site": "same-origin" }, { origin: base }] as Record<
    string,
    string
  >[])
    expect(
      (await rest("anna")("POST /api/property/admin/announcements", post, headers)).status,
    ).toBe(201);
  // tRPC alone would accept this, and a form on another site can send it.
  const form = await fetch(`${base}/api/trpc/member.session.signOutEverywhere`, {
    method: "POST",
    headers: { cookie: `sid=${tokenOf("anna")}` },
    body: new FormData(),
  });
  expect(form.status).toBe(415);
});
