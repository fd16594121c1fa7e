import { expect, test } from "vitest";
import { darkStairs, dayVisit, inDays, lateRent } from "../../contract/samples.ts";
import { audiencesOf } from "../../platform/live/events.ts";
import { handClock, openHouse } from "../../testing.ts";
import { tellPlanned } from "../announcements/notices/service.ts";

test("each sees what others did since they last looked, as it is now, and each thing once", async () => {
  const { clock, pass } = handClock();
  const { as, people } = openHouse({ clock });
  const [anna, thandi, sipho] = [as("anna"), as("thandi"), as("sipho")];
  const newsOf = async (who: typeof anna) => {
    const { rows } = await who.member.live.news();
    return rows.map(({ topic, text, status }) => [topic, text, status]);
  };
  pass({ minutes: 1 });
  expect(await newsOf(thandi)).toEqual([]);
  await anna.admin.announcements.post({ message: "Water is off" });
  const fine = await anna.admin.fines.issue({ ...lateRent, residentId: people.thandi.id });
  await anna.admin.fines.setStatus({ fineId: fine.id, status: "Paid" });
  const { id: requestId } = await thandi.resident.maintenance.log(darkStairs);
  const visit = { ...dayVisit, residentName: "Thandi", residentEmail: undefined };
  const { id: visitId } = await thandi.resident.visitors.signIn(visit);
  await anna.admin.visitors.signOut({ visitId });

  const notice = ["announcement", "Water is off", null];
  const paid = ["fine", "Late Rent", "Paid"];
  const dark = (status: string) => ["request", "The stairs are dark", status];
  expect(await newsOf(thandi)).toEqual([["visit", "Jan Botha", "Left"], paid, notice]);
  expect(await newsOf(sipho)).toEqual([dark("Open"), notice]);
  // Their own doings are no news, and who comes and goes is only for whom they visit.
  expect(await newsOf(anna)).toEqual([dark("Open")]);
  expect(await newsOf(as("pieter"))).toEqual([notice]);

  const { number } = await thandi.member.live.news();
  await thandi.member.live.seen({ number });
  expect(await newsOf(thandi)).toEqual([]);
  await thandi.member.live.seen({ number: 1 });
  expect(await newsOf(thandi)).toEqual([]);
  await sipho.staff.maintenance.setStatus({ requestId, status: "Closed" });
  expect(await newsOf(thandi)).toEqual([dark("Closed")]);
});

test("a notice that is over is no news, also where Stoep was off on its days", async () => {
  const { clock, pass } = handClock();
  const { as, db, services } = openHouse({ clock });
  const newsOf = async () => (await as("thandi").member.live.news()).rows.map(({ text }) => text);
  pass({ minutes: 1 });
  await as("anna").admin.notices.post({ message: "Tonight", until: inDays(0) });
  const later = { message: "Later", from: inDays(3), until: inDays(4) };
  await as("anna").admin.notices.post(later);
  const outageUntil = `${inDays(4)}T12:00`;
  await as("anna").admin.notices.post({ ...later, outage: "Water", outageUntil });
  expect(await newsOf()).toEqual(["Tonight"]);
  pass({ days: 1 });
  expect(await newsOf()).toEqual([]);
  pass({ days: 5 });
  tellPlanned(db, { accountId: null, origin: "job" }, services.now());
  expect(await newsOf()).toEqual([]);
});

test("a notice that was taken back is no news, and a change is one for who announced it", async () => {
  const { as, people } = openHouse();
  const anna = as("anna");
  const { id: announcementId } = await anna.admin.announcements.post({ message: "Oh no" });
  await anna.admin.announcements.undo({ announcementId });
  expect((await as("thandi").member.live.news()).rows).toEqual([]);
  const { id: unitId } = await anna.admin.units.add({ label: "Unit 9" });
  await anna.admin.parties.add({
    unitId,
    personId: people.thandi.id,
    role: "owner",
    since: inDays(-9),
  });
  const { id: noticeId } = await as("thandi").resident.changeNotices.announce({
    kind: "tenant",
    unitId,
    on: inDays(1),
    name: "Zodwa",
  });
  const waiting = [["change", "Unit 9", "Waiting"]];
  const rowsOf = async (who: typeof anna) =>
    (await who.member.live.news()).rows.map(({ topic, text, status }) => [topic, text, status]);
  expect(await rowsOf(anna)).toEqual(waiting);
  await anna.admin.changeDecisions.refuse({ noticeId, reason: "Wrong unit" });
  expect((await rowsOf(as("thandi")))[0]).toEqual(["change", "Unit 9", "Refused"]);
});

test("what was done and taken back is no news, and what was done before it is; screens hear of both", async () => {
  const { clock, pass } = handClock();
  const { as, db, people } = openHouse({ clock });
  const [anna, thandi] = [as("anna"), as("thandi")];
  pass({ minutes: 1 });
  const { id: fineId } = await anna.admin.fines.issue({
    ...lateRent,
    residentId: people.thandi.id,
  });
  pass({ seconds: 5 });
  const { id: visitId } = await thandi.resident.visitors.signIn(dayVisit);
  const { id: requestId } = await thandi.resident.maintenance.log(darkStairs);
  await anna.admin.fines.setStatus({ fineId, status: "Paid" });
  await anna.gate.visits.release({ visitId });
  await anna.admin.maintenance.setStatus({ requestId, status: "Closed" });
  pass({ seconds: 5 });
  await anna.admin.fineDecisions.undo({ fineId });
  await anna.gate.visits.undoRelease({ visitId });
  await anna.member.maintenance.undo({ requestId });
  const rows = async (who: typeof anna) =>
    (await who.member.live.news()).rows.map(({ topic, at }) => [topic, at]);
  expect(await rows(thandi)).toEqual([["fine", "2026-11-20T09:27:24.123Z"]]);
  expect((await rows(as("bongani"))).map(([topic]) => topic)).toEqual(["request", "fine"]);
  const person_id = people.thandi.id;
  expect(db.$client.prepare("SELECT * FROM events ORDER BY number").all().slice(-3)).toMatchObject([
    { topic: "fine", audience: "adminScreens", person_id },
    { topic: "visit", audience: "gateScreens", person_id },
    { topic: "request", audience: "staffScreens", person_id },
  ]);
  const account = { id: people.lerato.id, role: "Staff", maintenanceType: "Security" } as const;
  expect(audiencesOf(account)).toEqual(expect.arrayContaining(["gateScreens", "staffScreens"]));
});

test("that somebody read a notice is no news, and its count changes for admins", async () => {
  const { as, db, people } = openHouse();
  const post = { title: "No water", message: "Fill a bucket", urgent: true };
  const { id: announcementId } = await as("anna").admin.notices.post(post);
  const seen = await as("bongani").member.live.news();
  expect(seen.rows).toHaveLength(1);
  await as("bongani").member.live.seen({ number: seen.number });
  await as("thandi").member.notices.read({ announcementId });
  for (const admin of ["anna", "bongani"] as const)
    expect((await as(admin).member.live.news()).rows).toEqual([]);
  // Admins' screens hear of it, and the other devices of who read it.
  const last = db.$client.prepare("SELECT * FROM events ORDER BY number DESC").get();
  expect(last).toMatchObject({ audience: "adminScreens", person_id: people.thandi.id });
});

test("thousands of events for others hide nothing of what is new for somebody", async () => {
  const { as, db, people } = openHouse();
  await as("anna").admin.fines.issue({ ...lateRent, residentId: people.thandi.id });
  db.$client.exec(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
     INSERT INTO events (topic, about, audience, person_id, by_id, at)
     SELECT 'announcement', 'x', iif(i % 2, 'person', 'admins'), '${people.pieter.id}', NULL, '2026-11-20T10:00:00.000Z' FROM n`,
  );
  expect((await as("thandi").member.live.news()).rows).toMatchObject([{ text: "Late Rent" }]);
});

test("the end of an outage is told as that, and who has moved out hears no more of their unit", async () => {
  const { clock, pass } = handClock();
  const { as, people } = openHouse({ clock });
  const anna = as("anna");
  const { id: unitId } = await anna.admin.units.add({ label: "Unit 9" });
  const { id: partyId } = await anna.admin.parties.add({
    unitId,
    personId: people.thandi.id,
    role: "tenant",
    since: inDays(-9),
  });
  const newsOf = async () => (await as("thandi").member.live.news()).rows;
  pass({ minutes: 1 });
  const { id: announcementId } = await anna.admin.notices.post({
    message: "A pipe burst",
    audience: { units: [unitId] },
    urgent: true,
    outage: "Water",
  });
  expect(await newsOf()).toMatchObject([{ text: "A pipe burst", isUrgent: true }]);
  pass({ minutes: 1 });
  await anna.member.notices.endOutage({ announcementId });
  const [over] = await newsOf();
  expect(over?.text).toBe("The water is back");
  expect(over?.isUrgent).toBeUndefined();
  await anna.admin.parties.end({ partyId, until: inDays(-1) });
  expect(await newsOf()).toEqual([]);
});
