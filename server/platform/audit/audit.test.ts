import { expect, test } from "vitest";
import { declared } from "../../api/declared.ts";
import { restCalls } from "../../api/restCalls.ts";
import { appRouter } from "../../api/router.ts";
import { inDays, pietersThings } from "../../contract/samples.ts";
import { handClock, type Neighbour, newcomer, openHouse, openServer } from "../../testing.ts";
import { mails } from "../mail/testing.ts";
import { sweepRequestKeys } from "./audit.ts";
import { auditEvents, requestKeys } from "./table.ts";

const day = inDays(0);
const fault = { maintenanceType: "Cleaning", roomNumber: "4", date: day, description: "Dirty" };
const visit = {
  visitationType: "Day Visit",
  roomNumber: "4",
  residentName: "Pieter",
  startDate: day,
  visitorName: "V",
  visitorSurname: "W",
  visitorEmail: "v@example.co.za",
};
const { password: _, ...person } = newcomer("Nomsa");
const cellPhone = "082 000 1111";

type Things = Awaited<ReturnType<typeof pietersThings>> & { sipho: string };

/** One call of every mutation that needs only the sample data, and who makes it. */
const acts: Record<string, [who: Neighbour, input: (things: Things) => unknown]> = {
  "member.session.signOutEverywhere": ["pieter", () => undefined],
  "member.session.makeToken": ["pieter", () => ({ label: "gate" })],
  "member.session.revokeToken": ["pieter", ({ id }) => ({ id })],
  "admin.session.unlock": ["anna", ({ profileId }) => ({ id: profileId })],
  "admin.people.signUp": ["anna", () => newcomer("Nomsa")],
  "admin.people.remove": ["anna", ({ sipho }) => ({ id: sipho })],
  "admin.people.changeRole": ["anna", ({ sipho }) => ({ id: sipho, newRole: "Security" })],
  "admin.invites.invite": ["anna", () => person],
  "admin.invites.resetLink": ["anna", ({ profileId }) => ({ id: profileId })],
  "admin.sheets.make": ["anna", ({ profileId }) => ({ people: [profileId] })],
  "admin.fines.issue": [
    "anna",
    ({ residentId }) => ({
      residentId,
      type: "Late Rent",
      amountCents: 100,
      dueDate: "2099-01-31",
      reason: "Late",
    }),
  ],
  "admin.fines.setStatus": ["anna", ({ fineId }) => ({ fineId, status: "Paid" })],
  "admin.evidence.remove": ["anna", ({ evidenceId }) => ({ evidenceId })],
  "admin.fineDecisions.withdraw": ["anna", ({ fineId }) => ({ fineId, reason: "A mistake" })],
  "admin.visitors.signIn": ["anna", () => ({ ...visit, residentEmail: "pieter@example.co.za" })],
  "admin.visitors.signOut": ["anna", ({ visitId }) => ({ visitId })],
  "admin.announcements.post": ["anna", () => ({ message: "Hello" })],
  "admin.building.update": ["anna", () => ({ name: "Acacia Court" })],
  "admin.units.add": ["anna", () => ({ label: "Unit 9" })],
  "admin.units.update": ["anna", ({ unitId }) => ({ unitId, label: "Unit 12A" })],
  "admin.units.remove": ["anna", ({ unitId }) => ({ unitId })],
  "admin.quotas.set": [
    "anna",
    ({ unitId }) => ({
      unitId,
      participationQuota: 25_000,
      since: "2026-01-01",
      paper: "Sectional plan",
    }),
  ],
  "admin.areas.add": [
    "anna",
    ({ unitId }) => ({ unitId, kind: "parking", label: "P9", right: "arrangement" }),
  ],
  "admin.areas.end": ["anna", ({ areaId }) => ({ areaId, until: "2099-01-31" })],
  "admin.weights.set": [
    "anna",
    ({ unitId }) => ({
      uses: ["votes"],
      rule: "Management rule 31A",
      certificateOn: "2026-01-01",
      weights: [{ unitId, weight: 10_000 }],
    }),
  ],
  "admin.trustees.begin": ["anna", ({ personId }) => ({ personId, since: "2026-01-01" })],
  "admin.trustees.end": ["anna", ({ termId }) => ({ termId, until: "2099-01-31" })],
  "admin.people.add": ["anna", () => ({ name: "Protea Trust", juristic: true })],
  "admin.parties.add": [
    "anna",
    ({ unitId, personId }) => ({ unitId, personId, role: "tenant", since: "2026-01-01" }),
  ],
  "admin.parties.end": ["anna", ({ partyId }) => ({ partyId, until: "2099-01-31" })],
  "admin.parties.setVoter": ["anna", ({ partyId }) => ({ partyId })],
  "admin.transfers.enter": [
    "anna",
    ({ unitId, personId }) => ({ unitId, on: "2099-01-31", owners: [{ personId }] }),
  ],
  "resident.changeNotices.announce": [
    "pieter",
    ({ unitId }) => ({ kind: "tenant", unitId, on: "2099-01-31", name: "Jan" }),
  ],
  "resident.changeNotices.withdraw": ["pieter", ({ noticeId }) => ({ noticeId })],
  "admin.changeDecisions.confirmEntered": ["anna", ({ noticeId }) => ({ noticeId })],
  "admin.changeDecisions.refuse": ["anna", ({ noticeId }) => ({ noticeId, reason: "No lease" })],
  "admin.backups.make": ["anna", () => undefined],
  "admin.privacy.reveal": ["anna", ({ profileId }) => ({ id: profileId })],
  "admin.profile.update": ["anna", () => ({ cellPhone })],
  "resident.maintenance.log": ["pieter", () => fault],
  "resident.visitors.signIn": ["pieter", () => visit],
  "resident.visitors.signOut": ["pieter", ({ visitId }) => ({ visitId })],
  "resident.profile.update": ["pieter", () => ({ cellPhone })],
  "admin.maintenance.setStatus": ["anna", ({ requestId }) => ({ requestId, status: "Closed" })],
  "staff.maintenance.setStatus": ["sipho", ({ requestId }) => ({ requestId, status: "Closed" })],
  "staff.announcements.post": ["sipho", () => ({ message: "Hello" })],
  "staff.profile.update": ["sipho", () => ({ cellPhone })],
};

/**
 * These need a password, a link or a session first: see the test after next and those of sessions,
 * factors and passkeys. Set-up makes a person as signUp does, and only removed people can be
 * erased: see the tests of privacy.
 */
const elsewhere = [
  ...["public.session.signIn", "member.session.changePassword", "public.setup.create"],
  ...["public.links.setPassword", "public.links.verify", "member.session.signOutDevice"],
  ...["member.factors.turnOn", "member.factors.newCodes", "member.factors.turnOff"],
  ...["admin.factors.rule", "admin.factors.reset", "member.passkeys.add", "member.passkeys.remove"],
  ...["public.passkeys.signIn", "admin.privacy.erase"],
  // See the tests of pending sign-ins and of the profile.
  ...["public.session.secondStep", "member.profile.confirmEmail", "public.session.signOut"],
  "member.session.replacePassword",
  // See the tests of these features: they need what was done a moment ago.
  ...["admin.visitors.undoSignOut", "resident.visitors.undoSignOut", "admin.announcements.undo"],
  ...["staff.announcements.undo", "admin.changeDecisions.undo", "admin.fineDecisions.undo"],
  "resident.changeNotices.undoWithdrawal",
  // See the tests of decisions about changes: it also leaves what it does in the register.
  "admin.changeDecisions.confirm",
  // See the tests of decisions about fines: it needs a fine that is withdrawn; and those of
  // reminders, which need one that is overdue.
  ...["admin.fineDecisions.putBack", "admin.reminders.make"],
  // See the tests of corrections, which need what is stored now, and of merges, which need two entries.
  ...["admin.corrections.correct", "admin.merges.merge"],
  // See the tests of printed invites: it needs a sheet.
  "admin.sheets.handOut",
  // See the tests of the building's picture, which has to be there.
  "admin.buildingPicture.remove",
];

/** Mutations without an audit entry, and why that is right. */
const without: Record<string, string> = {
  "admin.backups.preview": "only looks at a backup; that one is restored is noted",
  "admin.backups.cancel": "forgets what was looked at",
  "admin.backups.restore": "is noted in what it puts in place: see the tests of backups",
  "member.factors.begin": "changes nothing before a code comes",
  "member.passkeys.beginAdding": "changes nothing before a passkey comes",
  "public.passkeys.begin": "changes nothing before a passkey comes",
  "public.session.forgot": "leaves a mail in the outbox; that a password was chosen is noted",
  "member.session.confirm": "only notes on the session when the password was typed",
  "member.session.sendVerification": "leaves a mail in the outbox; that it was followed is noted",
};

/** Entries without details, because no field has another value afterwards. */
const nothingToTell = {
  "session.sign_out_everywhere": "the sessions are gone",
  "session.unlock": "wrong tries are forgotten",
  "privacy.reveal": "somebody looked",
  "backups.make": "what is in it is noted beside the backup",
};

test("every mutation of the router is looked at here", () => {
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { type: string } }
  >;
  const mutations = Object.keys(procedures).filter(
    (path) => procedures[path]?._def.type === "mutation",
  );
  expect([...Object.keys(acts), ...elsewhere, ...Object.keys(without)].sort()).toEqual(
    mutations.sort(),
  );
});

/** Changes by streaming requests, which are no procedures, and their audit actions. */
const streams: Record<string, string> = {
  "POST /admin/resident/:residentId/:fineId/upload": "proofs.add",
  "POST /resident/fines/:fineId/payment-proof": "proofs.add",
  "POST /admin/fines/:fineId/evidence": "evidence.add",
  "GET /fine-evidence/:evidenceId/file": "nothing: a look at a photo of one's own fine",
  "POST /admin/building/picture": "picture.set",
  "GET /building/picture/:version": "nothing: everybody sees it",
  "POST /imports/:kind": "imports.run",
  "POST /imports/register": "imports.run",
  "GET /register": "register.export",
  "POST /admin/backups/upload": "backups.upload",
  "GET /admin/backups/:archive/file": "backups.download",
  "GET /profile/:profileId/data": "privacy.export",
  "GET /payment-proofs/:proofId/file": "nothing: a look at a file of one's own or an admin's work",
};

test("of every stream it is known what it leaves", () => {
  const found = restCalls
    .flatMap(({ rows }) => rows)
    .filter(({ procedure }) => procedure === null)
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(streams).sort()).toEqual(found.sort());
  for (const action of Object.values(streams).filter((each) => !each.startsWith("nothing")))
    expect(declared.actions[action], action).toBeDefined();
});

test.each(Object.entries(acts))("%s leaves one event with who did it", async (path, act) => {
  const { as, db, people, ...services } = openHouse();
  const things = await pietersThings({ as, db, people, ...services });
  const before = db.select().from(auditEvents).all().length;
  const [who, input] = act;
  const call = path
    .split(".")
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], as(who));
  await (call as (input: unknown) => unknown)(input({ ...things, sipho: people.sipho.id }));
  const events = db.select().from(auditEvents).all().slice(before);
  expect(events).toMatchObject([
    {
      actorId: people[who].id,
      origin: "test",
      subjectId: expect.any(String),
      action: expect.stringMatching(/^[a-z]+\.[a-z_]+$/),
    },
  ]);
  const [{ action = "", before: was = null, after: is = null } = {}] = events;
  expect(declared.actions[action], action).toBeDefined();
  expect(
    [was, is].every((each) => each === null),
    action,
  ).toBe(action in nothingToTell);
});

/** What changes something that is there, in the same way each time. */
const changes = Object.entries(acts).filter(([path]) =>
  /\.(update|set\w*|setStatus|changeRole|correct|rule|withdraw|signOut|seen|end)$/.test(path),
);

test.each(changes)(
  "%s once more changes nothing and leaves nothing",
  async (path, [who, input]) => {
    const house = openHouse();
    const things = await pietersThings(house);
    const call = path
      .split(".")
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], house.as(who));
    const what = input({ ...things, sipho: house.people.sipho.id });
    const send = async () => (call as (input: unknown) => unknown)(what);
    await send();
    const count = () => house.db.select().from(auditEvents).all().length;
    const before = count();
    // It may also be refused, because it is done.
    await send().catch(() => undefined);
    expect(count()).toBe(before);
  },
);

test("sign-in, set password by link, verify and revoke leave theirs too, and no secret is in any", async () => {
  const { as, db, people } = openHouse({ env: { SMTP_URL: "smtp://127.0.0.1:1" } });
  const nomsa = { ...newcomer("Nomsa"), idNumber: "7712310123088" };
  const own = "a password of her own";
  const { id } = await as("anna").admin.people.signUp(nomsa);
  const verification = /#([\w-]{43})/.exec(mails(db)[0]?.text ?? "")?.[1] ?? "";
  await as().public.links.verify({ token: verification });
  await as().public.session.signIn({ username: "nomsa", password: nomsa.password });
  const { link } = await as("anna").admin.invites.resetLink({ id });
  const token = link.split("#")[1] ?? "";
  await as().public.links.setPassword({ token, password: own, confirmPassword: own });
  const bearer = await as("thandi").member.session.makeToken({ label: "gate" });
  await as("thandi").member.session.revokeToken({ id: bearer.id });
  await as("thandi").resident.profile.update({ email: "thandi@new.example" });

  const events = db.select().from(auditEvents).all().slice(6);
  expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
    ["people.add", people.anna.id],
    ["invites.verify_email", id],
    ["session.sign_in", id],
    ["invites.reset_link", people.anna.id],
    ["session.choose_password", id],
    ["session.make_bearer", people.thandi.id],
    ["session.revoke_bearer", people.thandi.id],
    ["profile.update", people.thandi.id],
  ]);
  for (const { action } of events) expect(declared.actions[action], action).toBeDefined();
  const trail = JSON.stringify(db.select().from(auditEvents).all());
  const secrets = [nomsa.password, own, nomsa.idNumber, token, verification, bearer.token];
  for (const secret of [...secrets, "argon2"]) expect(trail).not.toContain(secret);
});

test("what is refused leaves nothing", async () => {
  const { as, db } = openHouse();
  const count = db.select().from(auditEvents).all().length;
  await expect(as("anna").admin.people.remove({ id: "nobody" })).rejects.toThrow();
  await expect(
    as("anna").admin.people.signUp({ ...newcomer("X"), email: "thandi@example.co.za" }),
  ).rejects.toThrow("This address cannot be used here");
  expect(db.select().from(auditEvents).all()).toHaveLength(count);
});

test("an event says which network address it came from", async () => {
  const { rest, db } = await openServer();
  await rest("anna")("POST /api/property/admin/announcements", { message: "Hello" });
  expect(db.select().from(auditEvents).all().at(-1)).toMatchObject({ origin: "127.0.0.1" });
});

test("an idempotency key is honoured for two days", async () => {
  const { clock, pass } = handClock();
  const { rest, db, services } = await openServer({ clock });
  const post = () =>
    rest("anna")(
      "POST /api/property/admin/announcements",
      { message: "Hello" },
      { "idempotency-key": "k" },
    );
  const first = await post();
  pass({ days: 2, minutes: -1 });
  sweepRequestKeys(db, services.now().at);
  expect((await post()).body).toEqual(first.body);
  pass({ minutes: 2 });
  sweepRequestKeys(db, services.now().at);
  expect(db.select().from(requestKeys).all()).toEqual([]);
  expect((await post()).body.id).not.toBe(first.body.id);
});
