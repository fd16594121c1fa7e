import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { dayVisit, lateRent, multiply } from "../../contract/samples.ts";
import { scheduledJobs } from "../../jobs.ts";
import { auditEvents } from "../../platform/audit/table.ts";
import { trailProblem } from "../../platform/audit/verify.ts";
import { passkeys } from "../../platform/auth/table.ts";
import { safetyCopyName } from "../../platform/backup/restore/prepare.ts";
import { files } from "../../platform/files/table.ts";
import { outgoingMail } from "../../platform/mail/table.ts";
import { handClock, newcomer, openHouse, openServer } from "../../testing.ts";
import { addPasskey, removePasskey } from "../account/passkeys/service.ts";
import { attachments } from "../attachments/table.ts";
import { addProof } from "../fines/proofs/service.ts";
import { visits } from "../visitors/table.ts";
import { keepToRetention } from "./service.ts";

const number = "8001015009087";
const byJob = { accountId: null, origin: "job" };

const visit = (visitorName: string, startDate: string) => ({
  ...dayVisit,
  visitorName,
  startDate,
});

test("an ID number is masked for admins; to look at one is noted, and a person sees their own", async () => {
  const { as, people, db } = openHouse();
  const anna = as("anna").admin.privacy;
  expect(await anna.person({ id: people.thandi.id })).toMatchObject({ idNumber: "•••• 9087" });
  expect((await anna.people()).map(({ idNumber }) => idNumber)).toEqual(
    Array.from({ length: 6 }, () => "•••• 9087"),
  );
  const before = db.select().from(auditEvents).all().length;
  expect(await as("thandi").member.privacy.idNumber()).toEqual({ idNumber: number });
  expect(db.select().from(auditEvents).all()).toHaveLength(before);
  expect(await anna.reveal({ id: people.thandi.id })).toEqual({ idNumber: number });
  expect(db.select().from(auditEvents).all().at(-1)).toMatchObject({
    action: "privacy.reveal",
    actorId: people.anna.id,
    subjectId: people.thandi.id,
    before: null,
    after: null,
  });
  await expect(anna.reveal({ id: "nobody" })).rejects.toThrow("This person could not be found");
});

test("no list, search, profile or export of anybody else's has an ID number", async () => {
  const { as, rest, people } = await openServer();
  const answers = [
    ...["admin/staff", "admin/resident", "admin/admins", `admin/profile/${people.thandi.id}`].map(
      (path) => rest("anna")(`GET /api/property/${path}`),
    ),
    as("anna").admin.people.residents({}),
    as("anna").admin.audit.entries({ limit: 200 }),
    as("anna").admin.audit.about(),
    as("anna").admin.privacy.people(),
    as("thandi").resident.profile.get(),
  ];
  for (const answer of await Promise.all<unknown>(answers))
    expect(JSON.stringify(answer)).not.toMatch(/8001015009087|v1\.[\da-f]{8}\./);
});

test("visitors' names go so many days after they left, and not before; that they came stays", async () => {
  const { clock, pass } = handClock();
  const { as, db, services, people } = openHouse({ clock, env: { VISITOR_DAYS: "10" } });
  const thandi = as("thandi").resident.visitors;
  const stored = db.$client.prepare("SELECT visitor_name FROM visits ORDER BY rowid").pluck();
  const names = () => stored.all();
  const today = services.now().today;
  const jan = await thandi.signIn(visit("Jan", today));
  await thandi.signIn(visit("Still here", today));
  await thandi.signOut({ visitId: jan.id });
  // Was good until midnight, so her name goes a night later than Jan's.
  const sam = { visitorName: "Sam", vehicle: "", from: today, until: today };
  await as("thandi").resident.expectedVisits.announce({ ...sam, fromTime: "", untilTime: "" });
  pass({ days: 5 });
  const piet = await thandi.signIn(visit("Piet", services.now().today));
  await thandi.signOut({ visitId: piet.id });
  pass({ days: 4, minutes: 1 });
  await keepToRetention(services, byJob);
  expect(names()).toEqual(["Jan", "Still here", "Piet"]);

  const announced = { tonight: 0, week: 1 };
  const counts = { days: 10, tonight: 1, week: 2, announced, forgotten: 0 };
  expect(await as("anna").admin.privacy.visitors()).toMatchObject({
    ...counts,
    visits: [{ visitorName: "Jan" }, { visitorName: "Piet" }],
  });
  pass({ days: 1, minutes: 1 });
  await keepToRetention(services, byJob);
  expect(names()).toEqual(["Erased", "Still here", "Piet"]);
  expect(db.select().from(visits).all()[0]).toMatchObject({
    visitorSurname: "visitor",
    visitorEmail: "",
    residentId: people.thandi.id,
    startDate: today,
    signedOutAt: expect.any(String),
    redactedAt: services.now().at,
  });
  // If nothing was removed, nothing is recorded.
  await keepToRetention(services, byJob);
  const noted = db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, "visitors.redact"))
    .all();
  expect(noted).toMatchObject([{ actorId: null, origin: "job", after: { visits: 1 } }]);
  // A visitor who was not signed out counts as present and is only listed, from the building's midnight on.
  expect(await as("anna").admin.privacy.visitors()).toMatchObject({ forgotten: 0 });
  pass({ minutes: 13 * 60 });
  expect(await as("anna").admin.privacy.visitors()).toMatchObject({ forgotten: 1 });
  expect(JSON.stringify(db.select().from(auditEvents).all())).not.toContain("Botha");
});

test("the server does it by itself once a day, a thousand visits in some turns, each noted", async () => {
  const { clock, pass } = handClock();
  const { as, db, services } = openHouse({ clock });
  const job = scheduledJobs(services).find(({ name }) => name === "privacy");
  const { id } = await as("thandi").resident.visitors.signIn(visit("Jan", services.now().today));
  await as("thandi").resident.visitors.signOut({ visitId: id });
  multiply(db.$client, "visits", 1_001);
  pass({ days: 31 });
  // The first run after the start does nothing, because requests come first.
  await job?.run(new AbortController().signal);
  expect(db.select().from(visits).get()?.visitorName).toBe("Jan");
  await job?.run(new AbortController().signal);
  expect(db.select().from(visits).get()?.visitorName).toBe("Erased");
  const noted = db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, "visitors.redact"))
    .all();
  const counts = noted.map(({ after }) => after);
  expect(counts).toMatchObject([{ visits: 500 }, { visits: 500 }, { visits: 1 }]);
});

test("what a restore replaced goes by itself after 31 days", async () => {
  const { clock, pass } = handClock();
  const { services, config } = openHouse({ clock });
  const replaced = join(config.data, safetyCopyName(services.now().at));
  mkdirSync(replaced);
  const job = scheduledJobs(services).find(({ name }) => name === "privacy");
  for (const days of [31, 1]) {
    expect(existsSync(replaced)).toBe(true);
    pass({ days });
    for (let times = 0; times < 2; times += 1) await job?.run(new AbortController().signal);
  }
  expect(existsSync(replaced)).toBe(false);
});

test("what the server deletes by itself waits when the clock is years ahead, also after a restart", async () => {
  const { clock, pass } = handClock();
  const { services } = openHouse({ clock });
  const before = scheduledJobs(services);
  pass({ days: 3_650 });
  for (const { name, run } of [...before, ...scheduledJobs(services)]) {
    if (!["sweep", "privacy", "gate"].includes(name)) continue;
    const twice = async () => {
      for (let times = 0; times < 2; times += 1) await run(new AbortController().signal);
    };
    await expect(twice(), name).rejects.toThrow("The clock is far ahead");
  }
});

/** Thandi with a paid fine, its proof, a request and a visitor; then she is removed. */
async function thandiLeaves() {
  const { clock, pass } = handClock();
  const house = openHouse({ clock, onDisk: true, env: { SMTP_URL: "smtp://127.0.0.1:1" } });
  const { as, people, db, config } = house;
  const { id } = people.thandi;
  const { id: fineId } = await as("anna").admin.fines.issue({ ...lateRent, residentId: id });
  mkdirSync(config.uploads, { recursive: true });
  writeFileSync(join(config.uploads, "stored.pdf"), "x");
  const userAgent = "Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0";
  const by = { accountId: id, origin: "10.0.0.7", userAgent };
  const proof = { fileName: "Thandi.pdf", mimeType: "application/pdf", size: 1, sha256: "x" };
  const file = { ...proof, storedName: "stored.pdf" };
  addProof(db, by, { residentId: id, fineId }, file, house.services.now());
  const contacts = { email: "secret@thandi.example", cellPhone: "082 999 8877" };
  await as("thandi").resident.profile.update(contacts);
  await as("thandi").resident.visitors.signIn(visit("Jan", house.services.now().today));
  await as("thandi").member.session.makeToken({ label: "thandi's gate" });
  const leave = () => as("anna").admin.people.remove({ id });
  const pay = () => as("anna").admin.fines.setStatus({ fineId, status: "Paid" });
  const erase = (confirmation = "thandi Mokoena") =>
    as("anna").admin.privacy.erase({ id, confirmation });
  return { ...house, id, fineId, pass, leave, pay, erase };
}

test("erasing is refused in words for present people, debtors and inexact names", async () => {
  const { as, id, leave, pay, erase, db } = await thandiLeaves();
  const refusal = async () => (await as("anna").admin.privacy.person({ id })).refusal;
  await expect(erase()).rejects.toThrow("still lives or works here");
  expect(await refusal()).toMatch("still lives or works here");
  await leave();
  await expect(erase()).rejects.toThrow("to Paid once they are paid, or withdraw them");
  expect(await refusal()).toMatch("has unpaid fines");
  await pay();
  expect(await refusal()).toBeNull();
  const isInBuilding = async () => (await as("anna").admin.privacy.person({ id })).isInBuilding;
  expect(await isInBuilding()).toBe(false);
  const contacts = [{ label: "Caretaker", number: "082 999 8877" }];
  await as("anna").admin.building.update({ contacts });
  expect(await isInBuilding()).toBe(true);
  const before = JSON.stringify(db.select().from(auditEvents).all());
  for (const wrong of ["", "Thandi Mokoena", "thandi"])
    await expect(erase(wrong)).rejects.toThrow("exactly as it is written");
  await expect(as("anna").admin.privacy.erase({ id: "x", confirmation: "" })).rejects.toThrow();
  expect(JSON.stringify(db.select().from(auditEvents).all())).toBe(before);
  await erase("\u200bthandi\u00a0Mokoena ");
  await expect(erase("Erased person")).rejects.toThrow("already erased");
});

test("an entry that was merged into somebody's who is here is erased with them, not before", async () => {
  const { as, people } = openHouse();
  const { merges, privacy, people: register } = as("anna").admin;
  const { id } = await register.add({ name: "P.", surname: "van Wyk" });
  await merges.merge({ staysId: people.pieter.id, goesId: id });
  const erase = () => privacy.erase({ id, confirmation: "P. van Wyk" });
  await expect(erase()).rejects.toThrow("still lives or works here");
  const merged = { name: "P.", state: "Merged" };
  expect(await privacy.person({ id })).toMatchObject({ ...merged, refusal: expect.any(String) });
  expect(await privacy.people()).toContainEqual(expect.objectContaining({ ...merged, id }));
  await register.remove({ id: people.pieter.id });
  await privacy.erase({ id: people.pieter.id, confirmation: "pieter van Wyk" });
  expect(await privacy.person({ id })).toMatchObject({ name: "Erased", state: "Erased" });
});

test("erased: the books stay, the name goes, from the trail too, whose chain holds", async () => {
  const { as, id, fineId, leave, pay, erase, db } = await thandiLeaves();
  await leave();
  await pay();
  expect(await as("anna").admin.privacy.person({ id })).toMatchObject({
    state: "Removed",
    counts: { fines: 1, unpaid: 0, proofs: 1, requests: 0, visits: 1 },
  });
  await erase();

  const [fine] = (await as("anna").admin.fines.all({})).rows;
  expect(fine).toMatchObject({
    id: fineId,
    amountCents: 45_000,
    name: "Erased",
    surname: "person",
  });
  expect(await as("anna").admin.privacy.person({ id })).toMatchObject({
    name: "Erased",
    email: "",
    cellPhone: "",
    idNumber: "",
    state: "Erased",
  });
  // Her visitors are no longer in the building.
  expect((await as("anna").admin.visitors.present({})).rows).toEqual([]);
  expect(db.select().from(visits).get()?.residentName).toBe("Erased person");

  const trail = db.select().from(auditEvents).all();
  const issued = trail.find(({ action }) => action === "fines.issue");
  expect(issued).toMatchObject({ origin: "test", contentSalt: expect.any(String) });
  const proof = trail.find(({ action }) => action === "proofs.add");
  expect(proof).toMatchObject({ after: { fineId } });
  expect(trail.at(-1)).toMatchObject({ action: "privacy.erase", subjectId: id });
  expect(trailProblem(db.$client)).toBeNull();
});

test("erased: the trail no longer says on which devices they had passkeys", async () => {
  const { id, leave, pay, erase, db, services } = await thandiLeaves();
  const [publicKey, counter, transports] = [Buffer.from("key"), 0, []];
  const made = { credentialId: "c", publicKey, counter, transports, label: "Thandi's own browser" };
  addPasskey(db, { accountId: id, origin: "10.0.0.7" }, id, made, services.now());
  const [passkey] = db.select().from(passkeys).all();
  removePasskey(db, { accountId: id, origin: "" }, id, passkey?.id ?? "", services.now());
  await leave();
  await pay();
  await erase();
  expect(JSON.stringify(db.select().from(auditEvents).all())).not.toContain("own browser");
  expect(trailProblem(db.$client)).toBeNull();
});

test("erased: mails to their addresses go, but not those to an address that is another's by now", async () => {
  const { as, db, services, leave, pay, erase } = await thandiLeaves();
  await as("thandi").resident.profile.update({ email: "third@thandi.example" });
  await pay();
  await leave();
  // Her first and last address get new owners; the second gets none.
  const [first, second, last] = [
    "thandi@example.co.za",
    "secret@thandi.example",
    "third@thandi.example",
  ];
  const { signUp } = as("anna").admin.people;
  await signUp({ ...newcomer("nomsa"), email: first });
  await signUp({ ...newcomer("zanele"), email: last });
  db.delete(outgoingMail).run();
  const mail = { subject: "x", text: "", createdAt: services.now().at };
  db.insert(outgoingMail)
    .values([first, second, last].map((to) => ({ ...mail, to })))
    .run();
  await erase();
  const left = db.select({ to: outgoingMail.to }).from(outgoingMail).all();
  expect(left.map(({ to }) => to)).toEqual([first, last]);
});

test("an erased person's proofs and files are deleted when the books no longer need them", async () => {
  const { leave, pay, erase, db, config, services, pass } = await thandiLeaves();
  await leave();
  await pay();
  await erase();
  await keepToRetention(services, byJob);
  expect(existsSync(join(config.uploads, "stored.pdf"))).toBe(true);
  pass({ days: 6 * 366 });
  await keepToRetention(services, byJob);
  expect(existsSync(join(config.uploads, "stored.pdf"))).toBe(true);
  pass({ days: 366 });
  await keepToRetention(services, byJob);
  for (const table of [attachments, files]) expect(db.select().from(table).all()).toEqual([]);
  expect(existsSync(join(config.uploads, "stored.pdf"))).toBe(false);
  expect(trailProblem(db.$client)).toBeNull();
});

test("the page for residents says what the settings say", async () => {
  const { as } = openHouse({
    env: { VISITOR_DAYS: "12", PROOF_YEARS: "7", SESSION_MAX_DAYS: "40" },
  });
  const lacking = {
    mail: false,
    push: false,
    provider: false,
    backupsElsewhere: false,
    backupsEncrypted: false,
  };
  const days = { visitorDays: 12, proofYears: 7, sessionDays: 40 };
  expect(await as().public.privacy.notice()).toEqual({
    ...days,
    ...lacking,
    building: "Our building",
    officer: null,
  });
  await as("anna").admin.building.update({ informationOfficer: "Anna Smit, 082 123 4567" });
  expect(await as().public.privacy.notice()).toMatchObject({ officer: "Anna Smit, 082 123 4567" });
});
