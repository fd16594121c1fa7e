import { expect, test } from "vitest";
import { tokens } from "../platform/auth/table.ts";
import { newcomer, openServer, restNewcomer } from "../testing.ts";
import { inDays, multipart, tinyPdf } from "./samples.ts";

// The calls of the specification's table, row by row, sent over real HTTP as its clients do. Keys
// are written out here instead of taken from our schemas, so a mistake would have to be made twice.

const keys = (value: object) => Object.keys(value).sort();

const personKeys = ["cellPhone", "email", "id", "name", "surName", "userAddress", "userName"];
const staffKeys = [...personKeys, "maintenanceType", "roles"].sort();
const profileKeys = [...personKeys, "roles"].sort();
const reportKeys = ["Description", "Status", "date", "id", "maintenanceType", "roomNumber"];
const requestKeys = [...reportKeys, "userId"].sort();
const announcementKeys = ["date", "id", "message", "sender"];
const fineKeys = [
  ...["Amount", "DateIssued", "DueDate", "Name", "Reason", "RoomNo", "Status", "Type"],
  ...["id", "userId"],
];
const visitorKeys = [
  ...["date", "id", "residentEmail", "residentName", "roomNumber", "visitationType"],
  ...["visitorEmail", "visitorName", "visitorSurname"],
].sort();

const issued = { DateIssued: "1999-01-01T00:00:00.000Z", DueDate: inDays(14), Status: "Paid" };
const fineBody = { ...issued, Type: "Late Rent", Amount: "450.50", Reason: "March came late" };

const maintenanceBody = {
  maintenanceType: "Electricity",
  roomNumber: "3",
  date: inDays(0),
  Description: "The stairs are dark",
  Status: "Closed",
};

const visitorBody = {
  visitationType: "Sleepover",
  roomNumber: "3",
  residentName: "Thandi Mokoena",
  residentEmail: "thandi@example.co.za",
  visitorName: "Jan",
  visitorSurname: "Botha",
  visitorEmail: "jan@example.co.za",
  date: `${inDays(0)} to ${inDays(2)}`,
};

test.each([
  ["staff", staffKeys, 2],
  ["resident", personKeys, 2],
  ["admins", personKeys, 2],
])("GET admin/%s: a bare array of people", async (list, expected, count) => {
  const { rest } = await openServer();
  const { status, body } = await rest("anna")(`GET /api/property/admin/${list}`);
  expect(status).toBe(200);
  expect(body).toHaveLength(count);
  for (const person of body) expect(keys(person)).toEqual(expected);
});

test.each([
  ["staff", "sipho"],
  ["resident", "thandi"],
] as const)(
  "DELETE admin/%s/delete/{id}: gone from the list and from sign-in",
  async (list, who) => {
    const { rest, people } = await openServer();
    const [anna, them] = [rest("anna"), rest(who)];
    expect((await them("GET /api/auth/session")).status).toBe(200);
    const address = `DELETE /api/property/admin/${list}/delete/${people[who].id}`;
    const gone = await anna(address);
    expect(gone).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect((await anna(`GET /api/property/admin/${list}`)).body).toHaveLength(1);
    expect((await them("GET /api/auth/session")).status).toBe(401);
    expect((await anna(address)).status).toBe(404);
  },
);

test("a removed resident's fines and requests stay", async () => {
  const { rest, people } = await openServer();
  const anna = rest("anna");
  await rest("thandi")("POST /api/property/resident/maintenance", maintenanceBody);
  await anna(`POST /api/property/admin/resident/${people.thandi.id}/fine/newfine`, fineBody);
  await anna(`DELETE /api/property/admin/resident/delete/${people.thandi.id}`);
  const { body } = await anna("GET /api/property/admin/fines/all");
  expect(body).toMatchObject([{ Name: "thandi Mokoena" }]);
  expect((await anna("GET /api/property/admin/allmaintenance")).body).toHaveLength(1);
});

test("an admin reads whatever a person has, who owns, moved to the staff or is an admin", async () => {
  const { rest, as, people } = await openServer();
  const [anna, { admin }] = [rest("anna"), as("anna")];
  await rest("thandi")("POST /api/property/resident/maintenance", maintenanceBody);
  const owner = await admin.people.add({ name: "Ann", surname: "Botha" });
  const others = [owner.id, people.anna.id];
  for (const personId of others) {
    const { id: unitId } = await admin.units.add({ label: personId.slice(-8) });
    await admin.parties.add({ unitId, personId, role: "owner", since: inDays(-9) });
  }
  for (const id of [people.thandi.id, ...others])
    await anna(`POST /api/property/admin/resident/${id}/fine/newfine`, fineBody);
  await admin.people.changeRole({ id: people.thandi.id, newRole: "Staff" });
  for (const id of [people.thandi.id, ...others])
    expect((await anna(`GET /api/property/resident/fines/${id}`)).body).toHaveLength(1);
  expect((await anna(`GET /api/property/resident/reports/${people.thandi.id}`)).body).toHaveLength(
    1,
  );
  expect((await anna("GET /api/property/resident/fines/nobody")).status).toBe(404);
});

test("PATCH admin/staff/updaterole/{id}: the text that clients compare", async () => {
  const { rest, people } = await openServer();
  const change = (newRole: unknown) =>
    rest("anna")(`PATCH /api/property/admin/staff/updaterole/${people.sipho.id}`, { newRole });
  expect(await change("groundsKEEPING")).toMatchObject({
    status: 200,
    body: { message: "Role updated successfully" },
  });
  const [lerato, sipho] = (await rest("anna")("GET /api/property/admin/staff")).body;
  expect([lerato, sipho].map((each) => each.maintenanceType)).toContain("Groundskeeping");
  const refused = await change("King");
  expect(refused.status).toBe(400);
  expect(refused.body.message).not.toBe("Role updated successfully");
  const theirs = rest("sipho");
  expect((await change("resident")).status).toBe(200);
  expect((await theirs("GET /api/auth/session")).status).toBe(401);
  expect((await rest("anna")("GET /api/property/admin/resident")).body).toHaveLength(3);
});

test("fines: issued by an admin, seen by the resident, in rand and in the wire's spelling", async () => {
  const { rest, people } = await openServer();
  const [anna, thandi] = [rest("anna"), rest("thandi")];
  const list = `GET /api/property/resident/fines/${people.thandi.id}`;
  expect((await thandi(list)).body).toEqual([]);
  expect((await anna("GET /api/property/admin/fines/all")).body).toEqual([]);

  const path = `POST /api/property/admin/resident/${people.thandi.id}/fine/newfine`;
  const made = await anna(path, { ...fineBody, userId: people.thandi.id });
  expect(made.status).toBe(201);
  expect(keys(made.body)).toEqual(fineKeys);
  expect(made.body).toMatchObject({
    Amount: 450.5,
    Status: "Unpaid",
    userId: people.thandi.id,
    RoomNo: "Unit 3",
    DateIssued: expect.stringMatching(new RegExp(`^${inDays(0)}T.*Z$`)),
  });
  for (const Amount of [450, "450", 450.5, ".5", "1e3"])
    expect(
      (await anna(path, { ...fineBody, Amount, Reason: `As ${JSON.stringify(Amount)}` })).status,
    ).toBe(201);
  expect((await thandi(list)).body.map((each: { Amount: number }) => each.Amount)).toEqual([
    1000, 0.5, 450.5, 450, 450, 450.5,
  ]);
  expect((await anna(list)).body).toHaveLength(6);
  expect(keys((await anna("GET /api/property/admin/fines/all")).body[0])).toEqual(fineKeys);
});

test("POST admin/resident/{fineId}/fine/update: all three, and Pending without its dots", async () => {
  const { rest, people } = await openServer();
  const anna = rest("anna");
  const { body: fine } = await anna(
    `POST /api/property/admin/resident/${people.thandi.id}/fine/newfine`,
    fineBody,
  );
  for (const [Status, stored] of [
    ["Paid", "Paid"],
    ["Unpaid", "Unpaid"],
    ["Pending...", "Pending..."],
    ["Paid", "Paid"],
    ["Pending", "Pending..."],
  ]) {
    const answer = await anna(`POST /api/property/admin/resident/${fine.id}/fine/update`, {
      Status,
    });
    expect(answer).toMatchObject({ status: 200, body: { id: fine.id, Status: stored } });
  }
});

test("maintenance: logged by a resident, listed for admin and staff, toggled by staff", async () => {
  const { rest, people } = await openServer();
  const [anna, thandi, sipho] = [rest("anna"), rest("thandi"), rest("sipho")];
  const made = await thandi("POST /api/property/resident/maintenance", {
    ...maintenanceBody,
    userId: people.thandi.id,
  });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ Status: "Open", userId: people.thandi.id });

  const all = await anna("GET /api/property/admin/allmaintenance");
  expect(keys(all.body[0])).toEqual(requestKeys);
  const list = (who: "sipho" | "lerato", query = "") =>
    rest(who)(`GET /api/property/staff/maintenance/${people[who].id}${query}`);
  expect(keys((await list("sipho")).body[0])).toEqual(requestKeys);
  expect((await list("lerato")).body).toHaveLength(1);
  expect((await list("sipho", "?type=mine")).body).toHaveLength(1);
  expect((await list("lerato", "?type=mine")).body).toEqual([]);

  const toggle = (to: string) =>
    sipho(`PUT /api/property/staff/maintenance/UpdateStatus/${made.body.id}/${to}`);
  expect(await toggle("Closed")).toMatchObject({ status: 200, body: { Status: "Closed" } });
  expect((await list("lerato")).body[0].Status).toBe("Closed");
  expect(await toggle("Open")).toMatchObject({ status: 200, body: { Status: "Open" } });
  expect(keys((await toggle("Closed")).body)).toEqual(requestKeys);
  expect((await toggle("closed")).status).toBe(400);

  const report = await thandi(`GET /api/property/resident/reports/${people.thandi.id}`);
  expect(report.body).toHaveLength(1);
  expect(keys(report.body[0])).toEqual(reportKeys);
});

test.each([
  ["admin", "anna"],
  ["resident", "thandi"],
  ["staff", "sipho"],
] as const)(
  "%s/profile: read, changed field by field or as GET gave it, answered whole",
  async (area, who) => {
    const { rest, people } = await openServer();
    const me = rest(who);
    const address = `/api/property/${area}/profile/${people[who].id}`;
    const { status, body } = await me(`GET ${address}`);
    expect([status, keys(body)]).toEqual([200, profileKeys]);
    expect(await me(`PUT ${address}`, body)).toMatchObject({ status: 200, body });
    let expected = body;
    for (const [change, changes] of [
      [{ cellPhone: "+27 82 000 1111" }],
      [{ cellphone: "082 000 2222" }, { cellPhone: "082 000 2222" }],
      [
        { ...body, cellPhone: "082 000 2222", cellphone: "082 000 3333" },
        { cellPhone: "082 000 3333" },
      ],
      [{ ...body, cellPhone: "082 000 2222", email: `${who}@new.example` }],
    ] as const) {
      expected = { ...expected, ...(changes ?? change) };
      expect(await me(`PUT ${address}`, change)).toMatchObject({ status: 200, body: expected });
    }
    expect((await me(`GET ${address}`)).body).toEqual(expected);
  },
);

test("visitors: signed in, found by an unencoded email, signed out but not erased", async () => {
  const { rest, people, db } = await openServer();
  const thandi = rest("thandi");
  await thandi(`PUT /api/property/resident/profile/${people.thandi.id}`, { email: "r+1@x.co.za" });
  const list = (email: string) =>
    thandi(`GET /api/property/resident/allvistors?residentEmail=${email}`);
  expect((await list("r+1@x.co.za")).body).toEqual([]);

  const sent = { ...visitorBody, residentEmail: "r+1@x.co.za" };
  const made = await thandi("POST /api/property/resident/vistors", sent);
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject(sent);
  const day = { ...sent, visitationType: "Day Visit", date: inDays(1) };
  expect((await thandi("POST /api/property/resident/vistors", day)).body.date).toBe(inDays(1));

  for (const email of ["r+1@x.co.za", "r%2B1@x.co.za", "R+1@X.co.za"]) {
    const { body } = await list(email);
    expect(body).toHaveLength(2);
    for (const visitor of body) expect(keys(visitor)).toEqual(visitorKeys);
  }
  expect(
    (await rest("anna")("GET /api/property/resident/allvistors?residentEmail=r+1@x.co.za")).body,
  ).toHaveLength(2);

  const leave = `DELETE /api/property/admin/resident/deletevisitor/${made.body.id}`;
  expect(await thandi(leave)).toMatchObject({ status: 200, body: { message: expect.any(String) } });
  expect((await list("r+1@x.co.za")).body).toHaveLength(1);
  const { stamp } = db.$client
    .prepare<[string], { stamp: string }>("SELECT signed_out_at AS stamp FROM visits WHERE id = ?")
    .get(made.body.id) ?? { stamp: "" };
  expect(stamp).toMatch(/Z$/);
  expect((await thandi(leave)).status).toBe(200);
});

test.each(["multipart/form-data", "multipart/form-data; boundary=----neighbour"])(
  "payment proof: both paths, as %s",
  async (type) => {
    const { rest, people } = await openServer();
    const { id } = people.thandi;
    const thandi = rest("thandi");
    const issue = `POST /api/property/admin/resident/${id}/fine/newfine`;
    const { body: fine } = await rest("anna")(issue, fineBody);
    const file = multipart(tinyPdf("a proof"), "bank slip.pdf");
    for (const path of [
      `POST /api/property/admin/resident/${id}/${fine.id}/upload`,
      `POST /api/property/resident/fines/${fine.id}/payment-proof`,
    ]) {
      const { status, body } = await thandi(path, file, { "content-type": type });
      expect([status, keys(body)]).toEqual([200, ["fileName", "fineId", "id", "message", "size"]]);
      expect(body).toMatchObject({ fineId: fine.id, fileName: "bank slip.pdf" });
      const download = await rest("anna")(`GET /api/property/payment-proofs/${body.id}/file`);
      expect(download.body).toContain("a proof");
    }
    const { body: after } = await thandi(`GET /api/property/resident/fines/${id}`);
    expect(after[0].Status).toBe("Pending...");
  },
);

test("resident/dashboard and announcements: newest first, from admins and staff", async () => {
  const { rest } = await openServer();
  const thandi = rest("thandi");
  expect((await thandi("GET /api/property/resident/dashboard")).body).toEqual([]);
  const first = await rest("anna")("POST /api/property/admin/announcements", {
    message: "Water off",
  });
  const second = await rest("sipho")("POST /api/property/staff/announcements", {
    message: "Lift mended",
  });
  for (const made of [first, second]) {
    expect(made.status).toBe(201);
    expect(keys(made.body)).toEqual(announcementKeys);
  }
  const { body } = await thandi("GET /api/property/resident/dashboard");
  expect(body).toEqual([second.body, first.body]);
  expect(body.map((each: { sender: string }) => each.sender)).toEqual(["staff", "admin"]);
  expect((await rest("lerato")("GET /api/property/announcements")).body).toEqual(body);
});

test("resident/dashboard polled without a pause is answered every time", async () => {
  const { rest } = await openServer();
  const thandi = rest("thandi");
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => thandi("GET /api/property/resident/dashboard")),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});

test("auth: sign-up by an admin, sign-in by username or email, session, token, sign-out", async () => {
  const { rest, base } = await openServer();
  const anna = rest("anna");
  const first = "her first password";
  const made = await anna("POST /api/property/admin/signup", {
    ...restNewcomer,
    roles: "Staff",
    name: "Nomsa",
    surName: "Khumalo",
    userName: "Nomsa",
    maintenanceType: "Security",
    email: "nomsa@example.co.za",
    password: first,
    confirmPassword: first,
  });
  expect(made).toMatchObject({
    status: 201,
    body: {
      id: expect.any(String),
      message: "Account created successfully. Please verify your email.",
    },
  });
  // Signing someone up does not change who is signed in.
  expect((await anna("GET /api/auth/session")).body.userRole).toBe("admin");

  const password = await choosesPassword(await openedBy(rest, "nomsa", "her first password"));
  for (const username of ["nomsa", "NOMSA", "Nomsa@Example.co.za"]) {
    const { status, body, headers } = await rest()("POST /api/auth/sign-in", {
      username,
      password,
    });
    expect(status).toBe(200);
    expect(body).toEqual({ user: "Nomsa Khumalo", profileId: made.body.id, userRole: "staff" });
    const cookie = headers.getSetCookie()[0] ?? "";
    expect(cookie).toMatch(/^sid=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    const hers = { cookie: cookie.split(";")[0] ?? "" };
    const session = { ...body, email: "nomsa@example.co.za" };
    expect((await rest()("GET /api/auth/session", undefined, hers)).body).toEqual(session);

    const { body: bearer } = await rest()("POST /api/auth/token", undefined, hers);
    expect(keys(bearer)).toEqual(["token"]);
    const script = { authorization: `Bearer ${bearer.token}` };
    expect((await rest()("GET /api/auth/session", undefined, script)).body).toEqual(session);

    expect((await rest()("POST /api/auth/sign-out", undefined, hers)).status).toBe(200);
    expect((await rest()("GET /api/auth/session", undefined, hers)).status).toBe(401);
    expect((await fetch(`${base}/api/auth/session`, { headers: script })).status).toBe(200);
  }
});

type Rest = Awaited<ReturnType<typeof openServer>>["rest"];

/** A program that has signed in and sends the one cookie it got then. */
test("a chosen password ends the other sessions and the tokens, and not this session", async () => {
  const { rest, db } = await openServer();
  const password = "her first password";
  const wanted = { ...restNewcomer, userName: "zola", password };
  await rest("anna")("POST /api/property/admin/signup", wanted);
  const [here, there] = [
    await openedBy(rest, "zola", password),
    await openedBy(rest, "zola", password),
  ];
  const own = "her very own password";
  await here("POST /api/auth/password", { currentPassword: password, password: own });
  expect((await here("GET /api/auth/session")).status).toBe(200);
  expect((await there("GET /api/auth/session")).status).toBe(401);
  const { body } = await here("POST /api/auth/token");
  await here("POST /api/auth/password", { currentPassword: own, password: "and another one" });
  expect(db.select().from(tokens).all()).toEqual([]);
  const script = { authorization: `Bearer ${body.token}` };
  expect((await rest()("GET /api/auth/session", undefined, script)).status).toBe(401);
});

async function openedBy(rest: Rest, username: string, password: string) {
  const { headers } = await rest()("POST /api/auth/sign-in", { username, password });
  const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return (call: string, body?: unknown) => rest()(call, body, { cookie });
}

/** A resident with a first password chooses her own. Returns it. */
async function choosesPassword(program: Awaited<ReturnType<typeof openedBy>>): Promise<string> {
  const choose = "POST /api/auth/password";
  const [first, password] = ["her first password", "her very own password"];
  const refused = { status: 403, body: { code: "auth.choose_password", message: /own/ } };
  expect((await program("POST /api/auth/token")).body).toEqual({
    code: refused.body.code,
    message: expect.stringMatching(refused.body.message),
  });
  expect(await program(choose, { currentPassword: "not hers", password })).toMatchObject({
    status: 401,
    body: { code: "auth.wrong_current_password", field: "currentPassword" },
  });
  for (const bad of ["short", "first23", first])
    expect(await program(choose, { currentPassword: first, password: bad })).toMatchObject({
      status: 400,
      body: { field: "password", message: expect.stringMatching(/\S/) },
    });
  const done = await program(choose, { currentPassword: first, password });
  expect([done.status, keys(done.body)]).toEqual([200, ["message"]]);
  expect((await program("GET /api/auth/session")).status).toBe(200);
  return password;
}

test("weather: 503 in words where there is none", async () => {
  const { rest } = await openServer();
  expect(await rest("thandi")("GET /api/property/weather")).toMatchObject({
    status: 503,
    body: { message: "Weather unavailable", code: "weather.unavailable" },
  });
});

test("the page to read the API loads nothing from elsewhere", async () => {
  const { rest } = await openServer();
  const { status, body } = await rest()("GET /api/docs");
  expect(status).toBe(200);
  expect(body).not.toMatch(/(src|href)="(https?:)?\/\//);
});

test("the session cookie is Secure and __Host- where the configured address is HTTPS", async () => {
  const { rest, as } = await openServer({ env: { STOEP_ORIGIN: "https://stoep.example" } });
  const { username, password } = newcomer("nomsa");
  await as("anna").admin.people.signUp(newcomer("nomsa"));
  const entry = { username, password };
  const { headers } = await rest()("POST /api/auth/sign-in", entry, {
    "x-forwarded-proto": "http",
  });
  expect(headers.getSetCookie()[0]).toMatch(
    /^__Host-sid=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});
