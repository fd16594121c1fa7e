import { expect, test } from "vitest";
import { darkStairs, dayVisit, inDays, lateRent } from "../../contract/samples.ts";
import { handClock, openHouse } from "../../testing.ts";

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
