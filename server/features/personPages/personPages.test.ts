import { expect, test } from "vitest";
import { lateRent } from "../../contract/samples.ts";
import { outgoingMail } from "../../platform/mail/table.ts";
import { openHouse } from "../../testing.ts";
import { addAttachment } from "../attachments/service.ts";

test("of many changes it shows the ten newest of any kind", async () => {
  const { as, people } = openHouse();
  const thandi = as("thandi");
  for (const digit of "0123456789")
    await thandi.resident.profile.update({ cellPhone: `082 000 111${digit}` });
  const { corrections } = as("anna").admin;
  const personId = people.thandi.id;
  const { version, name, email } = await corrections.details({ personId });
  await corrections.correct({ personId, version, name, email, surname: "Nel" });
  const { history } = await thandi.resident.personPages.mine();
  expect(history.map(({ action, isOwn }) => [action, isOwn])).toEqual([
    ["corrections.correct", false],
    ...Array(9).fill(["profile.update", true]),
  ]);
});

test("mail is a person's, not an address's", async () => {
  const { db, as, people } = openHouse();
  const mail = { text: "", createdAt: "2026-11-20T09:00:00.000Z" };
  const said = (personId: string, to: string, subject: string) =>
    db
      .insert(outgoingMail)
      .values({ ...mail, personId, to, subject })
      .run();
  said(people.thandi.id, "earlier@example.co.za", "To her earlier address");
  said(people.pieter.id, people.thandi.email, "To somebody who had hers");
  const subjects = ["To her earlier address"];
  const own = await as("thandi").resident.personPages.mine();
  expect(own.said.mails.map(({ subject }) => subject)).toEqual(subjects);
  const page = await as("anna").admin.personPages.one({ personId: people.thandi.id });
  expect(page.said.mails.map(({ subject }) => subject)).toEqual(subjects);
});

test("of more photos than the page shows it says how many there are", async () => {
  const { db, as, people, services } = openHouse();
  const { admin } = as("anna");
  const residentId = people.thandi.id;
  const { id: fineId } = await admin.fines.issue({ ...lateRent, residentId });
  const by = { accountId: people.anna.id, origin: "test" };
  const place = { kind: "evidence", subjectId: fineId, addedBy: people.anna.id } as const;
  for (const name of "1234567") {
    const photo = { fileName: `${name}.png`, storedName: `${name}.png`, mimeType: "image/png" };
    addAttachment(db, by, place, { ...photo, size: 1, sha256: name }, services.now());
  }
  const { papers } = await admin.personPages.one({ personId: residentId });
  expect([papers.count, papers.photos.length, papers.photoCount]).toEqual([0, 5, 7]);
});

test("everybody who is here is in one list, with their units of today and whether they log in", async () => {
  const { as, people } = openHouse();
  const anna = as("anna").admin;
  const { id: unitId } = await anna.units.add({ label: "Unit 7" });
  const { id: other } = await anna.units.add({ label: "Unit 8" });
  const trust = await anna.people.add({ name: "Acacia Trust", juristic: true });
  const ben = await anna.people.add({ name: "Ben", surname: "Known" });
  const since = "2020-01-01";
  const add = (personId: string, role: "owner" | "tenant" | "occupant", unit = unitId) =>
    anna.parties.add({ unitId: unit, personId, role, since });
  await add(trust.id, "owner");
  await add(trust.id, "owner", other);
  await add(ben.id, "tenant");
  await add(people.anna.id, "occupant", other);
  const past = { unitId, personId: people.sipho.id, role: "tenant", since } as const;
  await anna.parties.add({ ...past, until: "2021-01-01" });
  await anna.people.remove({ id: people.bongani.id });
  const all = await anna.personPages.all();
  const of = (id: string) => all.find((person) => person.id === id);
  expect(all).toHaveLength(7);
  expect(of(trust.id)).toMatchObject({
    juristic: true,
    role: null,
    roles: ["owner"],
    units: ["Unit 7", "Unit 8"],
    signsIn: false,
    canBeFined: true,
  });
  expect(of(ben.id)).toMatchObject({ roles: ["tenant"], units: ["Unit 7"], signsIn: false });
  expect(of(people.anna.id)).toMatchObject({
    role: "Admin",
    roles: ["occupant"],
    units: ["Unit 8"],
    signsIn: true,
    canBeFined: true,
  });
  expect(of(people.sipho.id)).toMatchObject({ roles: [], units: [], canBeFined: false });
  expect(of(people.thandi.id)).toMatchObject({ role: "Resident", units: [], canBeFined: true });
  expect(await anna.personPages.withoutLogin()).toBe(2);
});
