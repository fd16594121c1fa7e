import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { declared } from "../../../api/declared.ts";
import type { Db } from "../../../database/open.ts";
import { tablesOf } from "../../../fixtures/testing.ts";
import { auditEvents } from "../../../platform/audit/table.ts";
import { handClock, openHouse } from "../../../testing.ts";
import { dataExportOf } from "../../privacy/dataExport/service.ts";
import { keepToRetention } from "../../privacy/service.ts";
import { units } from "../../units/table.ts";
import { typedNotice } from "./schema.ts";
import { changeNotices } from "./table.ts";

const since = "2020-01-01";
const named = { name: "Zoe", surname: "Botha", email: "zoe@example.co.za" };
const zoe = { ...named, telephone: "082 555 1234" };

/** Thandi owns Unit 7, which Pieter rents. */
async function withUnit(options: Parameters<typeof openHouse>[0] = {}) {
  const house = openHouse(options);
  const anna = house.as("anna").admin;
  const thandi = house.as("thandi").resident;
  const pieter = house.as("pieter").resident;
  const { id: unitId } = await anna.units.add({ label: "Unit 7" });
  const enter = (personId: string, role: "owner" | "tenant" | "bondholder") =>
    anna.parties.add({ unitId, personId, role, since });
  await enter(house.people.thandi.id, "owner");
  const { id: partyId } = await enter(house.people.pieter.id, "tenant");
  const waiting = async () =>
    (await anna.dashboard.needs()).find(({ kind }) => kind === "changeNotices");
  const sale = { kind: "sale", unitId, on: "2026-12-01", ...zoe } as const;
  const erase = async (id: string, confirmation: string) => {
    await anna.people.remove({ id });
    await anna.privacy.erase({ id, confirmation });
  };
  const kept = () => house.db.select().from(changeNotices).all();
  return { ...house, anna, thandi, pieter, unitId, partyId, waiting, sale, erase, kept };
}

test("an owner announces a new owner, sees it wait, and the admins are told", async () => {
  const { anna, thandi, db, waiting, sale } = await withUnit();
  expect(await waiting()).toBeUndefined();
  const { id } = await thandi.changeNotices.announce({ ...sale, note: "Keys on Friday" });
  const row = { id, kind: "sale", unit: "Unit 7", who: "Zoe Botha", state: "Waiting" };
  expect((await thandi.changeNotices.mine({})).rows).toMatchObject([row]);
  expect((await anna.changeNotices.all({})).rows).toMatchObject([
    { ...row, announcer: "thandi Mokoena", day: "2026-12-01", note: "Keys on Friday" },
  ]);
  expect(await waiting()).toMatchObject({ count: 1, since: "2026-11-20" });
  const said = db.select().from(auditEvents).where(eq(auditEvents.subjectId, id)).all();
  expect(said).toMatchObject([{ action: "changes.announce" }]);
  expect(JSON.stringify(said)).not.toContain("Zoe");
  // Twenty may wait, and no more.
  for (let count = 1; count < 20; count++)
    await thandi.changeNotices.announce({ ...sale, note: `${count}` });
  await expect(thandi.changeNotices.announce(sale)).rejects.toThrow("20 announcements waiting");
});

test("people choose among their own units of today; an owner sees who lives there, a tenant only themselves", async () => {
  const { anna, thandi, pieter, unitId, partyId } = await withUnit();
  const bank = await anna.people.add({ name: "First Bank", juristic: true });
  await anna.parties.add({ unitId, personId: bank.id, role: "bondholder", since });
  const other = await anna.people.add({ name: "Ann", surname: "Lodger" });
  const lodger = await anna.parties.add({ unitId, personId: other.id, role: "occupant", since });
  const residents = await thandi.changeNotices.units({});
  expect(residents).toEqual([
    {
      id: unitId,
      label: "Unit 7",
      owns: true,
      residents: [
        { partyId, name: "pieter van Wyk" },
        { partyId: lodger.id, name: "Ann Lodger" },
      ],
    },
  ]);
  expect(await pieter.changeNotices.units({})).toMatchObject([
    { owns: false, residents: [{ partyId, name: "pieter van Wyk" }] },
  ]);
  await anna.parties.end({ partyId, until: "2026-01-31" });
  expect(await pieter.changeNotices.units({})).toEqual([]);
});

test("what does not fit the register is refused, with what to do", async () => {
  const { anna, db, thandi, pieter, unitId, partyId, sale } = await withUnit();
  const { id: foreign } = await anna.units.add({ label: "Unit 8" });
  const elsewhere = thandi.changeNotices.announce({ ...sale, unitId: foreign });
  await expect(elsewhere).rejects.toThrow("does not have you in this unit today");
  await expect(pieter.changeNotices.announce(sale)).rejects.toThrow("Only an owner can announce");
  const out = { kind: "moves out", unitId, on: "2026-12-31" } as const;
  await expect(thandi.changeNotices.announce(out)).rejects.toThrow("must not be empty");
  await expect(thandi.changeNotices.announce({ ...out, kind: "tenant", partyId })).rejects.toThrow(
    "must not be empty",
  );
  const { id: other } = await anna.people.add({ name: "Ann", surname: "Lodger" });
  const lodger = await anna.parties.add({ unitId, personId: other, role: "occupant", since });
  const notTheirs = pieter.changeNotices.announce({ ...out, partyId: lodger.id });
  await expect(notTheirs).rejects.toThrow("does not have this person in the unit any more");
  await expect(thandi.changeNotices.announce({ ...sale, on: "2026-02-30" })).rejects.toThrow(
    "must be a day that exists",
  );
  // Older versions removed units that somebody owned.
  db.update(units).set({ removedAt: "2026-11-20T08:00:00.000Z" }).where(eq(units.id, unitId)).run();
  expect(await thandi.changeNotices.units({})).toEqual([]);
  await expect(thandi.changeNotices.announce(sale)).rejects.toThrow("does not have you in this");
  expect((await anna.changeNotices.all({})).rows).toEqual([]);
});

test("a withdrawal is taken back within seconds, by who withdrew it", async () => {
  const { clock, pass } = handClock();
  const { thandi, pieter, sale } = await withUnit({ clock });
  const { id: noticeId } = await thandi.changeNotices.announce(sale);
  const mine = async () => (await thandi.changeNotices.mine({})).rows;
  const waiting = await mine();
  const undo = () => thandi.changeNotices.undoWithdrawal({ noticeId });
  await expect(undo()).rejects.toThrow("too long ago");
  await thandi.changeNotices.withdraw({ noticeId });
  await expect(pieter.changeNotices.undoWithdrawal({ noticeId })).rejects.toThrow("not be found");
  pass({ seconds: 20 });
  await undo();
  expect(await mine()).toEqual(waiting);
  await thandi.changeNotices.withdraw({ noticeId });
  pass({ minutes: 1 });
  await expect(undo()).rejects.toThrow("too long ago");
  expect(await mine()).toMatchObject([{ state: "Withdrawn" }]);
});

test("who announced it withdraws it while it waits, and only they", async () => {
  const { anna, thandi, pieter, waiting, sale } = await withUnit();
  const { id: noticeId } = await thandi.changeNotices.announce(sale);
  await expect(pieter.changeNotices.withdraw({ noticeId })).rejects.toThrow("could not be found");
  await thandi.changeNotices.withdraw({ noticeId });
  expect(await waiting()).toBeUndefined();
  await expect(thandi.changeNotices.withdraw({ noticeId })).rejects.toThrow(
    "thandi Mokoena has withdrawn this announcement already",
  );
  await expect(anna.changeDecisions.refuse({ noticeId, reason: "Too late" })).rejects.toThrow(
    "thandi Mokoena has withdrawn this announcement already",
  );
  expect((await thandi.changeNotices.mine({})).rows).toMatchObject([{ state: "Withdrawn" }]);
});

test("who leaves has no contacts kept, and who comes no entry of the register", async () => {
  const { thandi, unitId, partyId, kept } = await withUnit();
  const on = "2026-12-31";
  await thandi.changeNotices.announce({ kind: "moves out", unitId, on, partyId, ...zoe });
  await thandi.changeNotices.announce({ kind: "tenant", unitId, on, partyId, ...zoe });
  expect(kept()).toMatchObject([
    { partyId, name: "", email: "", telephone: "" },
    { partyId: null, ...zoe },
  ]);
  expect((await thandi.changeNotices.mine({})).rows.map(({ who }) => who)).toEqual([
    "Zoe Botha",
    "pieter van Wyk",
  ]);
});

/** A neighbour's words, which nobody else must read in the end. */
const note = "She plays the drums at night";
const marks = [zoe.surname, zoe.email, "555-1234", "555 1234", "5551234", note, "no lease"];

/** Which of the marks stand anywhere in the database. */
function marksIn(db: Db): string[] {
  const { $client: sqlite } = db;
  const all = JSON.stringify(tablesOf(sqlite));
  return marks.filter((mark) => all.includes(mark));
}

test.each([
  ["was entered by hand before it was confirmed", "entered"],
  ["was refused", "refused"],
  ["was withdrawn", "withdrawn"],
  ["still waits", "waiting"],
])(
  "erasing somebody empties what others announced about them, also if it %s",
  async (_, outcome) => {
    const { anna, thandi, unitId, db, erase } = await withUnit();
    // As somebody else types it: another way to write each, and not all of it.
    const ways = [
      { kind: "tenant", name: "ZOE", surname: "botha" },
      { kind: "occupant", name: "Z", email: "Zoe@Example.co.za" },
      { kind: "occupant", name: "Z", telephone: "+27 82 555-1234" },
    ] as const;
    for (const way of ways) {
      const notice = { unitId, on: "2026-12-01", note, ...way };
      const { id: noticeId } = await thandi.changeNotices.announce(notice);
      const decisions = anna.changeDecisions;
      if (outcome === "refused") await decisions.refuse({ noticeId, reason: "There is no lease" });
      if (outcome === "withdrawn") await thandi.changeNotices.withdraw({ noticeId });
      if (outcome === "entered") await decisions.confirmEntered({ noticeId });
    }
    const { name, surname, email } = zoe;
    const { id } = await anna.people.add({ name, surname, email, cellPhone: "0825551234" });
    const { id: partyId } = await anna.parties.add({ unitId, personId: id, role: "tenant", since });
    expect(marksIn(db)).toContain(note);
    await anna.parties.end({ partyId, until: "2026-01-31" });
    await erase(id, "Zoe Botha");
    expect(marksIn(db)).toEqual([]);
  },
);

test("erasing somebody leaves what was announced about others", async () => {
  const { anna, thandi, unitId, sale, erase, kept } = await withUnit();
  await thandi.changeNotices.announce({ ...sale, note });
  await erase((await anna.people.add({ name: "Zoe", surname: "Botha" })).id, "Zoe Botha");
  expect(kept()).toMatchObject([{ unitId, ...zoe, note }]);
});

test("who an announcement is about is known from what the register has", async () => {
  const { anna, thandi, unitId, people, partyId, kept } = await withUnit();
  const about = () => kept().map(({ personId }) => personId);
  await thandi.changeNotices.announce({ kind: "moves out", unitId, on: since, partyId });
  expect(about()).toEqual([people.pieter.id]);
  const { id } = await anna.people.add({ name: "Zoe", surname: "Botha" });
  await anna.parties.add({ unitId, personId: id, role: "occupant", since: "2026-12-01" });
  const comes = { kind: "occupant", unitId, on: "2026-12-01", ...zoe } as const;
  const { id: noticeId } = await thandi.changeNotices.announce(comes);
  await anna.changeDecisions.confirmEntered({ noticeId });
  expect(about()).toEqual([people.pieter.id, id]);
});

test("who a refused announcement is about is known before its contacts go, however the name is written", async () => {
  const { anna, thandi, unitId, kept } = await withUnit();
  const seen = [
    { name: "Sean", surname: "O’Connor" },
    { name: "S", surname: "Connor", email: "sean@example.co.za" },
  ];
  const person = { name: "Sean", surname: "O'Connor", email: "sean@example.co.za" };
  const { id: personId } = await anna.people.add(person);
  await anna.parties.add({ unitId, personId, role: "occupant", since: "2026-12-01" });
  for (const each of seen) {
    const comes = { kind: "occupant", unitId, on: "2026-12-01", ...each } as const;
    const { id: noticeId } = await thandi.changeNotices.announce(comes);
    await anna.changeDecisions.refuse({ noticeId, reason: "Not yet" });
  }
  expect(kept().map((notice) => notice.personId)).toEqual([personId, personId]);
});

test("people get what was announced about them, without what was written to the admins", async () => {
  const { thandi, unitId, partyId, db, people, services } = await withUnit();
  await thandi.changeNotices.announce({ kind: "moves out", unitId, on: since, partyId, note });
  const dataOf = ({ id }: { id: string }) =>
    JSON.stringify(dataExportOf({ db, declared }, id, services.now()).data);
  expect(dataOf(people.pieter)).toContain("moves out");
  expect(dataOf(people.pieter)).not.toContain(note);
  expect(dataOf(people.thandi)).toContain(note);
});

test("contacts go so many days after a decision, the name too if it was refused or withdrawn", async () => {
  const { clock, pass } = handClock();
  const { anna, thandi, unitId, db, services, sale, kept } = await withUnit({ clock });
  const { id: noticeId } = await thandi.changeNotices.announce(sale);
  await thandi.changeNotices.announce({ ...sale, kind: "tenant", unitId, name: "Ben" });
  await anna.changeDecisions.refuse({ noticeId, reason: "No deed yet" });
  const ludmila = { name: "Ludmila", email: "", telephone: "", note: "In a divorce" };
  const { id } = await thandi.changeNotices.announce({ ...sale, ...ludmila });
  await thandi.changeNotices.withdraw({ noticeId: id });
  const contacts = () =>
    kept().map(({ name, email, telephone, note, reason }) => [
      name,
      email,
      telephone,
      note,
      reason,
    ]);
  const job = { accountId: null, origin: "job" };
  const all = contacts();
  pass({ days: 29 });
  await keepToRetention(services, job);
  expect(contacts()).toEqual(all);
  pass({ days: 2 });
  await keepToRetention(services, job);
  // Who did not come is nobody whom anybody could erase, so the name and what was written go too.
  expect(contacts()).toEqual([
    ["", "", "", "", ""],
    ["Ben", zoe.email, zoe.telephone, "", ""],
    ["", "", "", "", ""],
  ]);
  const trail = () => db.select().from(auditEvents).all();
  const [last, length] = [trail().at(-1), trail().length];
  expect(last).toMatchObject({ action: "changes.forgetContacts", after: { announcements: 2 } });
  await keepToRetention(services, job);
  expect(trail()).toHaveLength(length);
});

test("a form's announcement: who moves out must be chosen, or be another with a name", () => {
  const typed = { kind: "moves out", unitId: "u", on: "2026-12-31" };
  const wrong = (more: object) =>
    typedNotice.safeParse({ ...typed, ...more }).error?.issues.map(({ path }) => path.join());
  expect(wrong({ partyId: "" })).toContain("partyId");
  expect(wrong({ partyId: "another", name: "" })).toEqual(["name"]);
  expect(typedNotice.parse({ ...typed, partyId: "another", name: "Jan" }).partyId).toBeUndefined();
  expect(typedNotice.parse({ ...typed, partyId: "p" })).toMatchObject({ partyId: "p" });
});

test("erased: a notice with a telephone or an email that somebody here has too keeps its names", async () => {
  const { anna, thandi, sale, erase, kept } = await withUnit();
  const agent = { telephone: "011 403 1234", email: "agent@example.co.za" };
  const add = async (name: string) =>
    (await anna.people.add({ name, surname: "Tenant", ...agent })).id;
  const [leaves] = [await add("First"), await add("Second")];
  await thandi.changeNotices.announce({ ...sale, ...agent, email: "" });
  await thandi.changeNotices.announce({ ...sale, telephone: "", email: agent.email });
  await erase(leaves, "First Tenant");
  expect(kept()).toMatchObject([{ name: "Zoe" }, { name: "Zoe" }]);
});
