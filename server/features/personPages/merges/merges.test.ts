import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { declared } from "../../../api/declared.ts";
import { inDays, lateRent, pietersThings } from "../../../contract/samples.ts";
import { auditEvents } from "../../../platform/audit/table.ts";
import { accounts } from "../../../platform/auth/table.ts";
import { outgoingMail } from "../../../platform/mail/table.ts";
import { handClock, openHouse } from "../../../testing.ts";
import { announcementReads } from "../../announcements/table.ts";
import { personById, personEver } from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { dataExportOf } from "../../privacy/dataExport/service.ts";
import { unitParties } from "../../units/occupancy/table.ts";

type TestBuilding = ReturnType<typeof openHouse>;

const double = { name: "P.", surname: "van Wyk", telephone: "011 403 1234" };
const add = async ({ as }: TestBuilding, details: object = {}) =>
  (await as("anna").admin.people.add({ ...double, ...details })).id;

const periodsOf = ({ db }: TestBuilding, personId: string) =>
  db
    .select()
    .from(unitParties)
    .where(eq(unitParties.personId, personId))
    .orderBy(unitParties.since)
    .all()
    .map(({ role, share, since, until }) => [role, share, since, until]);

test("the one who stays gets everything of the other, who stays readable and removed", async () => {
  const house = openHouse();
  const { as, db } = house;
  const { admin } = as("anna");
  await pietersThings(house);
  // The entry with all these things signs in no more, so that the other one may stay.
  const goesId = house.people.pieter.id;
  db.update(accounts)
    .set({ removedAt: inDays(0) })
    .where(eq(accounts.id, goesId))
    .run();
  const staysId = await add(house);
  const merge = { staysId, goesId };
  expect(await admin.merges.preview(merge)).toMatchObject({
    stays: { name: "P. van Wyk", username: null },
    moves: { fines: 1, proofs: 1, requests: 1, visits: 1 },
    refusal: null,
    hasOtherIdNumber: false,
  });
  await admin.merges.merge(merge);
  const page = await admin.personPages.one({ personId: staysId });
  expect(page).toMatchObject({
    email: "pieter@example.co.za",
    cellPhone: "082 123 4567",
    telephone: "011 403 1234",
    idNumber: "•••• 9087",
    address: "Unit 12",
    merged: [{ id: goesId, name: "pieter van Wyk" }],
    fines: { count: 1 },
    requests: { count: 1 },
    visits: { count: 1 },
    papers: { count: 1 },
  });
  expect(await admin.personPages.one({ personId: goesId })).toMatchObject({
    fullName: "pieter van Wyk",
    state: "Merged",
    into: { id: staysId, name: "P. van Wyk" },
    fines: { count: 0 },
  });
  const entries = db.select().from(auditEvents).where(eq(auditEvents.action, "merges.merge")).all();
  expect(entries).toMatchObject([
    { subjectId: staysId, after: { mergedId: goesId, moved: { fines: 1 } } },
    { subjectId: goesId, after: { intoId: staysId } },
  ]);
  expect(JSON.stringify(entries)).not.toContain("8001015009087");
  await expect(admin.merges.merge(merge)).rejects.toThrow("was removed or erased");
  // An entry that was merged before follows.
  const lastId = await add(house);
  await admin.merges.merge({ staysId: lastId, goesId: staysId });
  expect(personEver(db, goesId)?.mergedInto).toBe(lastId);
  expect(personEver(db, staysId)?.mergedInto).toBe(lastId);
});

test("letters to the one who goes are also the other's: on the page, in the list and in the export", async () => {
  const { clock, pass } = handClock();
  const house = openHouse({ clock });
  const { db, services } = house;
  const { admin } = house.as("anna");
  const staysId = house.people.pieter.id;
  const goesId = await add(house);
  const { id: unitId } = await admin.units.add({ label: "Unit 7" });
  await admin.parties.add({ unitId, personId: goesId, role: "owner", since: "2020-01-01" });
  const dueDate = services.now().today;
  await admin.fines.issue({ ...lateRent, residentId: goesId, amountCents: 45_000, dueDate });
  pass({ days: 10 });
  const madeAt = services.now().at;
  await admin.reminders.make({ residentIds: [goesId] });
  pass({ days: 1 });
  await admin.merges.merge({ staysId, goesId });
  const { said } = await admin.personPages.one({ personId: staysId });
  expect(said.letters).toMatchObject([{ at: madeAt, owedCents: 45_000 }]);
  const { rows } = await admin.reminders.debtors();
  expect(rows).toMatchObject([{ id: staysId, reminded: true, lastLetterAt: madeAt }]);
  const { auditTrail } = dataExportOf({ db, declared }, staysId, services.now()).data as {
    auditTrail?: unknown;
  };
  expect(JSON.parse(JSON.stringify(auditTrail))).toContainEqual(
    expect.objectContaining({ action: "reminders.make", after: expect.anything() }),
  );
});

test("whoever shared an email with their own double signs in with it again", async () => {
  const house = openHouse();
  const { pieter } = house.people;
  const other = { email: pieter.email, shareEmail: true, idNumber: "7502025009081" };
  const goesId = await add(house, other);
  const { merges } = house.as("anna").admin;
  const both = { staysId: pieter.id, goesId };
  // Their numbers say that they are probably two people, and the screen says so.
  expect(await merges.preview(both)).toMatchObject({ hasOtherIdNumber: true, refusal: null });
  const key = () =>
    house.db.select().from(accounts).where(eq(accounts.id, pieter.id)).get()?.emailKey;
  expect(key()).toBeNull();
  await merges.merge(both);
  expect(key()).toBe(pieter.email);
});

test("an email that an entry brings to somebody who signs in is unproven: no link is mailed there", async () => {
  const house = openHouse({ env: { SMTP_URL: "smtp://127.0.0.1:1" } });
  const { as, db } = house;
  const { id: staysId } = house.people.pieter;
  db.update(people).set({ email: "" }).where(eq(people.id, staysId)).run();
  db.update(accounts).set({ emailKey: null }).where(eq(accounts.id, staysId)).run();
  const email = "another@example.co.za";
  const goesId = await add(house, { email });
  await as("anna").admin.merges.merge({ staysId, goesId });
  await as().public.session.forgot({ username: "pieter" });
  await as().public.session.forgot({ username: email });
  expect(db.select().from(outgoingMail).all()).toEqual([]);
  expect(await as("pieter").resident.profile.get()).toMatchObject({
    email,
    emailVerified: false,
    emailUnproven: true,
  });
});

test("times in one unit are joined: every day has what both had on it", async () => {
  const house = openHouse();
  const { admin } = house.as("anna");
  const { id: unitId } = await admin.units.add({ label: "Unit 20" });
  const { id: otherId } = await admin.units.add({ label: "Unit 21" });
  const [staysId, goesId] = [await add(house), await add(house)];
  const enter = (personId: string, more: object) =>
    admin.parties.add({ unitId, personId, role: "owner", since: "2020-01-01", ...more } as never);
  await enter(staysId, { share: 300_000 });
  await enter(goesId, { share: 500_000, since: "2022-01-01", until: "2024-01-01" });
  await enter(goesId, { role: "tenant", since: "2021-01-01", until: "2021-06-30" });
  await enter(staysId, { role: "occupant", since: "2021-03-01" });
  await enter(goesId, { unitId: otherId, role: "bondholder" });
  await admin.merges.merge({ staysId, goesId });
  expect(periodsOf(house, goesId)).toEqual([]);
  expect(new Set(periodsOf(house, staysId).map(String))).toEqual(
    new Set(
      [
        ["owner", 300_000, "2020-01-01", "2022-01-01"],
        ["owner", 800_000, "2022-01-01", "2024-01-01"],
        ["owner", 300_000, "2024-01-01", null],
        ["tenant", null, "2021-01-01", "2021-06-30"],
        ["occupant", null, "2021-06-30", null],
        ["bondholder", null, "2020-01-01", null],
      ].map(String),
    ),
  );
  expect((await admin.parties.ofUnit({ unitId, asAt: "2023-01-01" })).parties).toMatchObject([
    { role: "occupant" },
    { role: "owner", share: 800_000 },
  ]);
});

test("terms as trustees become one, but not a chairperson's with another's", async () => {
  const house = openHouse();
  const { admin } = house.as("anna");
  const [staysId, goesId] = [await add(house), await add(house)];
  await admin.trustees.begin({ personId: staysId, since: "2024-01-01", until: "2025-01-01" });
  await admin.trustees.begin({ personId: goesId, since: "2024-06-01" });
  await admin.merges.merge({ staysId, goesId });
  expect((await admin.personPages.one({ personId: staysId })).terms).toMatchObject([
    { since: "2024-01-01", until: null },
  ]);
  const chairId = await add(house);
  await admin.trustees.begin({ personId: chairId, since: "2025-01-01", chairs: true });
  await expect(admin.merges.merge({ staysId, goesId: chairId })).rejects.toThrow(
    "Both were trustees on the same days",
  );
  expect((await admin.personPages.one({ personId: chairId })).terms).toHaveLength(1);
});

test.each([
  ["a person", {}, { name: "P. van Wyk", surname: "", juristic: true }],
  ["a company", { name: "P. van Wyk", surname: "", juristic: true }, {}],
])("a person and a company become one entry, and %s that stays is one", async (_, stays, goes) => {
  const house = openHouse();
  const { admin } = house.as("anna");
  const { id: unitId } = await admin.units.add({ label: "Unit 20" });
  const staysId = await add(house, stays);
  const goesId = await add(house, { ...goes, email: "wyk@example.co.za" });
  await admin.parties.add({ unitId, personId: goesId, role: "owner", since: "2020-01-01" });
  const { juristic, name, surname } = personById(house.db, staysId);
  const preview = await admin.merges.preview({ staysId, goesId });
  expect(preview).toMatchObject({
    stays: { juristic },
    goes: { juristic: !juristic },
    moves: { units: 1 },
    refusal: null,
  });
  await admin.merges.merge({ staysId, goesId });
  expect(personById(house.db, staysId)).toMatchObject({
    juristic,
    name,
    surname,
    email: "wyk@example.co.za",
  });
  expect(periodsOf(house, staysId)).toEqual([["owner", 1_000_000, "2020-01-01", null]]);
  expect(periodsOf(house, goesId)).toEqual([]);
  expect(personEver(house.db, goesId)).toMatchObject({
    juristic: !juristic,
    mergedInto: staysId,
  });
});

test("whoever signs in stays a person when a company's entry is merged into theirs", async () => {
  const house = openHouse();
  const { admin } = house.as("anna");
  const companyId = await add(house, { juristic: true, surname: "" });
  const { id } = house.people.pieter;
  await admin.merges.merge({ staysId: id, goesId: companyId });
  expect(personById(house.db, id)).toMatchObject({ juristic: false, username: "pieter" });
});

test("a notice that both entries read is read once", async () => {
  const house = openHouse();
  const { admin } = house.as("anna");
  const [goesId, staysId] = [await add(house), house.people.pieter.id];
  const { id: announcementId } = await admin.announcements.post({ message: "Water is off" });
  const { id: another } = await admin.announcements.post({ message: "And on again" });
  await house.as("pieter").member.notices.read({ announcementId });
  const readAt = house.services.now().at;
  // As of a login that was taken away.
  const theirs = [announcementId, another].map((id) => ({
    announcementId: id,
    personId: goesId,
    readAt,
  }));
  house.db.insert(announcementReads).values(theirs).run();
  await admin.merges.merge({ staysId, goesId });
  const reads = house.db.select().from(announcementReads).all();
  expect(reads.map(({ personId }) => personId)).toEqual([staysId, staysId]);
});

const contents = ({ db }: TestBuilding) => JSON.stringify(db.select().from(unitParties).all());

test("two who sign in, one entry, and one that is gone or that nobody knows are not merged", async () => {
  const house = openHouse();
  const { admin } = house.as("anna");
  const { thandi, pieter } = house.people;
  const [other, gone] = [await add(house), await add(house)];
  await admin.people.remove({ id: gone });
  for (const [staysId, goesId, words] of [
    [thandi.id, pieter.id, "Both of them sign in"],
    [other, pieter.id, "The entry that goes signs in"],
    [other, other, "not two entries but one"],
    [pieter.id, gone, "was removed or erased"],
    [pieter.id, "nobody", "This person could not be found"],
  ] as const) {
    const choice = { staysId, goesId };
    const before = contents(house);
    await expect(admin.merges.merge(choice)).rejects.toThrow(words);
    const preview = await admin.merges
      .preview(choice)
      .catch(({ message }) => ({ refusal: message }));
    expect(preview.refusal).toContain(words);
    expect(contents(house)).toBe(before);
  }
});
