import { expect, test } from "vitest";
import type { Db } from "../../../database/open.ts";
import { tablesOf } from "../../../fixtures/testing.ts";
import { auditEvents } from "../../../platform/audit/table.ts";
import { hashPassword } from "../../../platform/auth/passwords/passwords.ts";
import { mails } from "../../../platform/mail/testing.ts";
import { handClock, openHouse } from "../../../testing.ts";
import { choosePassword } from "../../account/session/service.ts";
import type { NewNotice } from "../notices/schema.ts";
import { typedConfirmation } from "./schema.ts";

const since = "2020-01-01";
const on = "2026-12-01";
const named = { name: "Zoe", surname: "Botha", email: "zoe@example.co.za" };
const zoe = { ...named, telephone: "082 555 1234" };
const newZoe = { ...named, cellPhone: zoe.telephone };
const half = 500_000;

/** Thandi owns Unit 7, which Pieter rents. */
async function withUnit(options: Parameters<typeof openHouse>[0] = {}) {
  const house = openHouse(options);
  const anna = house.as("anna").admin;
  const thandi = house.as("thandi").resident;
  const { id: unitId } = await anna.units.add({ label: "Unit 7" });
  const enter = (personId: string, role: "owner" | "tenant", more: object = {}) =>
    anna.parties.add({ unitId, personId, role, since, ...more });
  const { id: ownership } = await enter(house.people.thandi.id, "owner", { share: half });
  const { id: partyId } = await enter(house.people.pieter.id, "tenant");
  const announce = async (more: Partial<NewNotice>) => {
    const notice = { kind: "sale", unitId, on, ...more } as const;
    return (await thandi.changeNotices.announce(notice)).id;
  };
  const register = async (asAt: string) =>
    (await anna.parties.ofUnit({ unitId, asAt })).parties.map(
      ({ name, role }) => `${name} ${role}`,
    );
  const state = async () => (await thandi.changeNotices.mine({})).rows[0];
  return { ...house, anna, thandi, unitId, ownership, partyId, announce, register, state };
}

const before = ["thandi Mokoena owner", "pieter van Wyk tenant"];

test("a confirmed sale is a transfer: the new owner is added and the tenant stays", async () => {
  const { anna, db, announce, register, state } = await withUnit();
  const noticeId = await announce(zoe);
  expect(await anna.changeDecisions.one({ noticeId })).toMatchObject({
    who: "Zoe Botha",
    announcer: "thandi Mokoena",
    unit: { label: "Unit 7", removed: false },
    parties: [{ role: "owner" }, { role: "tenant" }],
  });
  await anna.changeDecisions.confirm({ noticeId, on, person: newZoe });
  expect(await register("2026-11-30")).toEqual(before);
  expect(await register(on)).toEqual(["pieter van Wyk tenant", "Zoe Botha owner"]);
  expect(await state()).toMatchObject({ state: "Confirmed" });
  expect(await anna.changeDecisions.one({ noticeId })).toMatchObject({ decider: "anna Smit" });
  expect((await anna.privacy.people()).map(({ name }) => name)).toContain("Zoe");
  const trail = db.$client.prepare("SELECT action FROM audit_events ORDER BY seq").pluck().all();
  expect(trail.slice(-3)).toEqual(["people.add", "transfers.enter", "changes.confirm"]);
});

test("a sale among several owners: one keeps a share, and somebody of the register comes", async () => {
  const { anna, people, announce, register } = await withUnit();
  const noticeId = await announce(zoe);
  const { id: personId } = await anna.people.add({ name: "Ben", surname: "Known" });
  const stays = { personId: people.thandi.id, share: half };
  const entry = { noticeId, on, personId };
  await expect(
    anna.changeDecisions.confirm({ ...entry, share: 600_000, owners: [stays] }),
  ).rejects.toMatchObject({ message: expect.stringContaining("would have 110 %") });
  expect(await register(on)).toEqual(before);
  await anna.changeDecisions.confirm({ ...entry, share: half, owners: [stays], moveIn: true });
  expect(await register(on)).toEqual([
    "pieter van Wyk tenant",
    "Ben Known owner",
    "Ben Known occupant",
    "thandi Mokoena owner",
  ]);
});

test("a new tenant and somebody who moves out are entered on the corrected day", async () => {
  const { anna, partyId, announce, register } = await withUnit();
  const noticeId = await announce({ kind: "moves out", partyId });
  await anna.changeDecisions.confirm({ noticeId, on: "2026-12-31" });
  const comes = await announce({ kind: "tenant", ...zoe });
  await anna.changeDecisions.confirm({ noticeId: comes, on: "2027-01-01", person: newZoe });
  expect(await register("2026-12-31")).toEqual(before);
  expect(await register("2027-01-01")).toEqual(["thandi Mokoena owner", "Zoe Botha tenant"]);
  expect(await anna.changeDecisions.one({ noticeId: comes })).toMatchObject({ day: "2027-01-01" });
});

test("a refused confirmation changes nothing: no person, no entry, and it waits on", async () => {
  const { anna, people, announce, register, state } = await withUnit();
  const noticeId = await announce({ kind: "tenant", ...zoe });
  const persons = (await anna.privacy.people()).length;
  const confirm = (more: object) => anna.changeDecisions.confirm({ noticeId, on, ...more });
  await expect(confirm({})).rejects.toThrow("Say who it is");
  await expect(confirm({ personId: "nobody" })).rejects.toThrow("This person could not be found");
  await expect(confirm({ personId: people.pieter.id })).rejects.toThrow(
    "already entered for these days",
  );
  const shared = { ...newZoe, email: people.pieter.email };
  await expect(confirm({ person: shared })).rejects.toThrow("signs in with this email");
  const { id: gone } = await anna.people.add({ name: "Gone", surname: "Botha" });
  await anna.people.remove({ id: gone });
  await expect(confirm({ personId: gone })).rejects.toThrow("This person could not be found");
  expect(await state()).toMatchObject({ state: "Waiting" });
  expect(await register(on)).toEqual(before);
  expect(await anna.privacy.people()).toHaveLength(persons + 1);
});

test("a sale that no longer fits the register is refused, and the day can be corrected", async () => {
  const { anna, unitId, announce, register, state } = await withUnit();
  const noticeId = await announce({ ...zoe, on: "2020-01-01" });
  const confirm = (day: string) =>
    anna.changeDecisions.confirm({ noticeId, on: day, person: newZoe });
  await expect(confirm("2019-06-01")).rejects.toThrow("does not own the unit before that day");
  const { id: ben } = await anna.people.add({ name: "Ben", surname: "Other" });
  await anna.transfers.enter({ unitId, on: "2026-05-04", owners: [{ personId: ben }] });
  await expect(confirm("2026-05-04")).rejects.toThrow("from that day or a later one");
  await expect(confirm(on)).rejects.toThrow("does not own the unit before that day");
  expect(await register(on)).toEqual(["pieter van Wyk tenant", "Ben Other owner"]);
  expect(await state()).toMatchObject({ state: "Waiting" });
});

test("what was entered meanwhile is confirmed as entered, and the register stays as it is", async () => {
  const { anna, partyId, announce, register, state } = await withUnit();
  const noticeId = await announce({ kind: "moves out", partyId });
  await anna.parties.end({ partyId, until: "2026-11-30" });
  const confirming = anna.changeDecisions.confirm({ noticeId, on });
  await expect(confirming).rejects.toThrow("already has a last day");
  await anna.changeDecisions.confirmEntered({ noticeId });
  expect(await state()).toMatchObject({ state: "Confirmed", day: on });
  expect(await register("2026-11-30")).toEqual(before);
  expect(await register(on)).toEqual(["thandi Mokoena owner"]);
});

test("who moves out before the last day of their lease leaves on that day", async () => {
  const { anna, partyId, announce, register } = await withUnit();
  await anna.parties.end({ partyId, until: "2027-12-31" });
  const noticeId = await announce({ kind: "moves out", partyId });
  await anna.changeDecisions.confirm({ noticeId, on });
  expect(await register(on)).toEqual(before);
  expect(await register("2026-12-02")).toEqual(["thandi Mokoena owner"]);
});

test("somebody else's entry, an owner's, a removed person's or none is refused as who moves out", async () => {
  const { anna, people, ownership, partyId, announce } = await withUnit();
  const noticeId = await announce({ kind: "moves out", name: "Old lodger" });
  const confirm = (more: object) => anna.changeDecisions.confirm({ noticeId, on, ...more });
  await expect(confirm({})).rejects.toThrow("Say who it is");
  await expect(confirm({ partyId: ownership })).rejects.toThrow("not have this person in the unit");
  await expect(confirm({ partyId, on: "2019-01-01" })).rejects.toThrow("before the first");
  const { id: other } = await anna.units.add({ label: "Unit 8" });
  const ann = await anna.people.add({ name: "Ann", surname: "Lodger" });
  const place = { unitId: other, personId: ann.id, role: "occupant", since } as const;
  const elsewhere = await anna.parties.add(place);
  await expect(confirm({ partyId: elsewhere.id })).rejects.toThrow("not have this person in the");
  await anna.people.remove({ id: people.pieter.id });
  await expect(confirm({ partyId })).rejects.toThrow("This person could not be found");
});

test("of a removed unit a change is only refused; what another admin decided names them", async () => {
  const { anna, as, ownership, partyId, unitId, announce, state } = await withUnit();
  const noticeId = await announce(zoe);
  for (const each of [ownership, partyId])
    await anna.parties.end({ partyId: each, until: "2026-01-31" });
  await anna.units.remove({ unitId });
  await expect(anna.changeDecisions.confirm({ noticeId, on, person: newZoe })).rejects.toThrow(
    "The unit was removed from the register",
  );
  expect(await anna.changeDecisions.one({ noticeId })).toMatchObject({ unit: { removed: true } });
  await expect(anna.changeDecisions.refuse({ noticeId, reason: " " })).rejects.toThrow("empty");
  await anna.changeDecisions.refuse({ noticeId, reason: "Send us the deed" });
  const { changeDecisions } = as("bongani").admin;
  const already = "anna Smit has refused this announcement already. Reload the page.";
  const confirming = changeDecisions.confirm({ noticeId, on, person: newZoe });
  await expect(confirming).rejects.toThrow(already);
  await expect(changeDecisions.confirmEntered({ noticeId })).rejects.toThrow(already);
  await expect(changeDecisions.refuse({ noticeId, reason: "No" })).rejects.toThrow(already);
  expect(await state()).toMatchObject({ state: "Refused", reason: "Send us the deed" });
});

test("an address that somebody only typed names nobody; one that they proved does", async () => {
  const withMail = { env: { SMTP_URL: "smtp://127.0.0.1:1" } };
  const { anna, as, db, people, services, announce } = await withUnit(withMail);
  const { id } = people.pieter;
  const hash = await hashPassword("a good long password");
  choosePassword(db, { accountId: id, origin: "test" }, id, hash, services.now());
  await as("pieter").resident.profile.update({ email: zoe.email });
  await as("pieter").member.profile.confirmEmail({ currentPassword: "a good long password" });
  const noticeId = await announce(zoe);
  expect(await anna.changeDecisions.one({ noticeId })).toMatchObject({ signsIn: null });
  const mailed = mails(db).find(({ to }) => to === zoe.email);
  await as().public.links.verify({ token: /#(\S+)/.exec(mailed?.text ?? "")?.[1] ?? "" });
  expect(await anna.changeDecisions.one({ noticeId })).toMatchObject({ signsIn: id });
});

const sharing = { ...newZoe, email: "pieter@example.co.za", shareEmail: true };

/** Every table but what only grows. */
const rowsIn = (db: Db) => {
  const { audit_events, audit_head, request_keys, events, sqlite_sequence, ...rest } = tablesOf(
    db.$client,
  );
  return rest;
};

test.each([
  ["a sale", { kind: "sale", ...zoe }, { person: newZoe, moveIn: true, moveOut: true }],
  ["a tenant", { kind: "tenant", ...zoe }, { person: newZoe }],
  ["a tenant with a shared email", { kind: "tenant", ...zoe }, { person: sharing }],
  ["somebody who moves out", { kind: "moves out" }, {}],
] as const)(
  "%s that was confirmed is taken back whole, mails too, and confirmed again",
  async (...[, announced, more]) => {
    const { clock, pass } = handClock();
    const env = { SMTP_URL: "smtp://127.0.0.1:1" };
    const { anna, db, partyId, announce, register, state } = await withUnit({ clock, env });
    const leaver = announced.kind === "moves out" ? { partyId } : {};
    const noticeId = await announce({ ...announced, ...leaver });
    const entry = { noticeId, on, ...more, ...leaver };
    const stood = rowsIn(db);
    await anna.changeDecisions.confirm(entry);
    const entered = await register("2026-12-02");
    expect(entered).not.toEqual(before);
    expect(mails(db).length).toBeGreaterThan(stood.outgoing_mail?.length ?? 0);
    pass({ seconds: 20 });
    await anna.changeDecisions.undo({ noticeId });
    expect(rowsIn(db)).toEqual(stood);
    expect(await state()).toMatchObject({ state: "Waiting" });
    const last = db.select().from(auditEvents).orderBy(auditEvents.seq).all().at(-1);
    expect(last).toMatchObject({ action: "changes.undo", subjectId: noticeId });
    // Sent again, because no answer came.
    await anna.changeDecisions.undo({ noticeId });
    expect(rowsIn(db)).toEqual(stood);
    await anna.changeDecisions.confirm(entry);
    expect(await register("2026-12-02")).toEqual(entered);
  },
);

test("a refusal and what was entered before are taken back for half a minute", async () => {
  const { clock, pass } = handClock();
  const { anna, db, announce, state } = await withUnit({ clock });
  const noticeId = await announce(zoe);
  const stood = rowsIn(db);
  await anna.changeDecisions.refuse({ noticeId, reason: "Send us the deed" });
  await anna.changeDecisions.undo({ noticeId });
  expect(rowsIn(db)).toEqual(stood);
  await anna.changeDecisions.confirmEntered({ noticeId });
  await anna.changeDecisions.undo({ noticeId });
  expect(rowsIn(db)).toEqual(stood);
  await anna.changeDecisions.refuse({ noticeId, reason: "Send us the deed" });
  pass({ minutes: 1 });
  await expect(anna.changeDecisions.undo({ noticeId })).rejects.toThrow("too long ago");
  expect(await state()).toMatchObject({ state: "Refused" });
});

test("what others have built on meanwhile is not taken back", async () => {
  const { anna, db, announce } = await withUnit();
  const noticeId = await announce(zoe);
  await anna.changeDecisions.confirm({ noticeId, on, person: newZoe, moveIn: true });
  const zoeId = (await anna.privacy.people()).find(({ name }) => name === "Zoe")?.id ?? "";
  const { id: unitId } = await anna.units.add({ label: "Unit 8" });
  await anna.parties.add({ unitId, personId: zoeId, role: "owner", since });
  const entered = rowsIn(db);
  const undo = () => anna.changeDecisions.undo({ noticeId });
  await expect(undo()).rejects.toThrow("Somebody has changed this since");
  expect(rowsIn(db)).toEqual(entered);
});

test("who announced it gets a mail, if Stoep sends mail and they are still here", async () => {
  const withMail = { env: { SMTP_URL: "smtp://127.0.0.1:1" } };
  const { anna, db, people, announce } = await withUnit(withMail);
  const sent = () => mails(db).map(({ to, subject }) => ({ to, subject }));
  const refused = await announce({ kind: "tenant", ...zoe });
  await anna.changeDecisions.refuse({ noticeId: refused, reason: "The lease is missing" });
  const confirmed = await announce({ kind: "tenant", ...zoe });
  await anna.changeDecisions.confirm({ noticeId: confirmed, on, person: newZoe });
  const last = await announce(zoe);
  await anna.people.remove({ id: people.thandi.id });
  await anna.changeDecisions.refuse({ noticeId: last, reason: "They left" });
  const subject = (state: string) => expect.stringContaining(`your announcement was ${state}`);
  expect(sent()).toEqual([
    { to: people.thandi.email, subject: subject("refused") },
    { to: people.thandi.email, subject: subject("confirmed") },
  ]);
});

test("a form's confirmation of somebody who is known says who; see transfers for its other choices", () => {
  const typed = { noticeId: "n", on, share: "50", who: "known", personId: "p" };
  expect(typedConfirmation.parse(typed)).toMatchObject({ share: half, personId: "p", owners: [] });
  const { error } = typedConfirmation.safeParse({ ...typed, personId: "" });
  expect(error?.issues).toMatchObject([{ path: ["personId"], message: "must not be empty" }]);
});
