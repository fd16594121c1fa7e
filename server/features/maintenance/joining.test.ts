import { expect, test } from "vitest";
import { declared } from "../../api/declared.ts";
import { darkStairs, inDays } from "../../contract/samples.ts";
import { tablesOf } from "../../fixtures/testing.ts";
import { handClock, type Neighbour, openHouse } from "../../testing.ts";
import { dataExportOf } from "../privacy/dataExport/service.ts";

/** Thandi and Pieter have both reported the stairs, and Pieter's is joined to Thandi's. */
async function twoReports(options: Parameters<typeof openHouse>[0] = {}) {
  const house = openHouse(options);
  const { as, db } = house;
  const { id: first } = await as("thandi").resident.maintenance.log(darkStairs);
  const described = { ...darkStairs, description: "No light on the stairs" };
  const { id: second } = await as("pieter").resident.maintenance.log(described);
  await as("sipho").staff.maintenance.plan({ requestId: first, dueOn: inDays(3) });
  const join = (requestId: string, sameAsId: string | null) =>
    as("sipho").staff.maintenance.join({ requestId, sameAsId });
  await join(second, first);
  const seenBy = async (who: Neighbour, requestId: string) => {
    const { status, step, dueOn, notes } = await as(who).member.maintenance.one({ requestId });
    return { status, step, dueOn, texts: notes.map(({ text }) => text) };
  };
  const events = () =>
    db.$client
      .prepare("SELECT about FROM events WHERE topic = 'request' ORDER BY number DESC LIMIT 2")
      .pluck()
      .all();
  return { ...house, first, second, join, seenBy, events };
}

const toldFirst = "Somebody else has reported the same too.";
const toldSecond = "Somebody else has reported the same. You read here what is done about it.";

test("joined reports are planned, answered, closed and opened again together, and both residents are told", async () => {
  const { as, first, second, seenBy, events } = await twoReports();
  const planned = { status: "Open", step: "new", dueOn: inDays(3) };
  expect(await seenBy("thandi", first)).toEqual({ ...planned, texts: [toldFirst] });
  expect(await seenBy("pieter", second)).toEqual({ ...planned, texts: [toldSecond] });
  expect(events().sort()).toEqual([first, second].sort());

  const { staff, member } = as("sipho");
  await staff.maintenance.plan({ requestId: first, step: "waiting", dueOn: inDays(4) });
  await member.maintenance.addNote({ requestId: first, text: "The lamp is ordered" });
  await staff.maintenance.setStatus({ requestId: first, status: "Closed", note: "A new lamp" });
  expect(events().sort()).toEqual([first, second].sort());
  const done = ["The lamp is ordered", "A new lamp"];
  const closed = { status: "Closed", step: "waiting", dueOn: inDays(4) };
  expect(await seenBy("pieter", second)).toEqual({ ...closed, texts: [toldSecond, ...done] });
  expect(await seenBy("thandi", first)).toEqual({ ...closed, texts: [toldFirst, ...done] });

  await as("thandi").resident.maintenance.notFixed({ requestId: first, text: "Dark, code 4711" });
  expect(await seenBy("pieter", second)).toMatchObject({
    status: "Open",
    texts: [toldSecond, ...done],
  });
});

test("of a plan only what changes is checked, also for a request that was planned apart", async () => {
  const { clock, pass } = handClock();
  const { as, first, second, seenBy } = await twoReports({ clock });
  const { plan } = as("sipho").staff.maintenance;
  await plan({ requestId: second, dueOn: inDays(2), step: "planned" });
  pass({ days: 5 });
  await plan({ requestId: first, step: "waiting", dueOn: inDays(3) });
  const waiting = { step: "waiting", dueOn: inDays(3) };
  expect(await seenBy("thandi", first)).toMatchObject(waiting);
  expect(await seenBy("pieter", second)).toMatchObject(waiting);
  const late = plan({ requestId: first, dueOn: inDays(2) });
  await expect(late).rejects.toThrow("must be today or within the next year");
});

test("what one resident writes, internal notes and what staff say to the second alone stay where they are", async () => {
  const { as, first, second, seenBy } = await twoReports();
  await as("thandi").member.maintenance.addNote({
    requestId: first,
    text: "My key is with Zanele",
  });
  const internal = { requestId: first, text: "He calls every day", internal: true };
  await as("sipho").member.maintenance.addNote(internal);
  await as("anna").member.maintenance.addNote({ requestId: second, text: "Thank you, Pieter" });
  expect((await seenBy("pieter", second)).texts).toEqual([toldSecond, "Thank you, Pieter"]);
  expect((await seenBy("thandi", first)).texts).toEqual([toldFirst, "My key is with Zanele"]);
});

test("staff and admins see both, and residents neither the other report nor its id", async () => {
  const { as, db, services, people, first, second } = await twoReports();
  for (const who of ["sipho", "anna"] as const) {
    const page = (requestId: string) => as(who).member.maintenance.one({ requestId });
    expect((await page(second)).about).toMatchObject({ sameAs: { id: first }, mayBeSame: [] });
    expect((await page(first)).about).toMatchObject({ sameAs: null, joined: [{ id: second }] });
  }
  const { rows } = await as("sipho").staff.maintenance.list({});
  expect(rows.find(({ id }) => id === second)).toMatchObject({ joinedTo: first });
  const pieter = as("pieter");
  const seen = await Promise.all([
    pieter.member.maintenance.one({ requestId: second }),
    pieter.resident.maintenance.mine({}),
    dataExportOf({ db, declared }, people.pieter.id, services.now()).data,
  ]);
  expect(JSON.stringify(seen)).toContain(second);
  expect(JSON.stringify(seen)).not.toContain(first);
  const refused = pieter.staff.maintenance.join({ requestId: second, sameAsId: null });
  await expect(refused).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("taken apart, each goes on by itself; so does one that its resident says is not fixed", async () => {
  const { as, first, second, join, seenBy } = await twoReports();
  await join(second, null);
  await as("sipho").staff.maintenance.setStatus({ requestId: first, status: "Closed" });
  const { status, texts } = await seenBy("pieter", second);
  expect(status).toBe("Open");
  expect(texts.at(-1)).toContain("goes on by itself");

  await as("sipho").staff.maintenance.setStatus({ requestId: first, status: "Open" });
  await join(second, first);
  await as("sipho").staff.maintenance.setStatus({ requestId: first, status: "Closed" });
  await as("pieter").resident.maintenance.notFixed({ requestId: second, text: "Still dark" });
  expect((await seenBy("thandi", first)).status).toBe("Closed");
  expect(await as("anna").member.maintenance.one({ requestId: second })).toMatchObject({
    status: "Open",
    about: { sameAs: null },
  });
});

test("the trail keeps the plan that a joined report had; closed along, its resident can open it again", async () => {
  const { as, first, second, join, seenBy } = await twoReports();
  const { plan, setStatus } = as("sipho").staff.maintenance;
  await join(second, null);
  await plan({ requestId: second, dueOn: inDays(1), priority: "urgent" });
  await join(second, first);
  expect((await as("anna").admin.audit.entries({})).rows[0]?.changes).toMatchObject([
    { field: "priority", before: "urgent", after: "normal" },
    { field: "dueOn", before: inDays(1), after: inDays(3) },
    { field: "joinedTo", before: null, after: first },
  ]);
  await setStatus({ requestId: first, status: "Closed" });
  await join(second, null);
  const { status, texts } = await seenBy("pieter", second);
  expect(status).toBe("Closed");
  expect(texts.at(-1)).toContain("you can open it again here");
});

test("who opens joined requests again is named to staff and admins, and not to the other resident", async () => {
  const { as, first, second } = await twoReports();
  await as("sipho").staff.maintenance.setStatus({ requestId: first, status: "Closed" });
  await as("thandi").resident.maintenance.notFixed({ requestId: first, text: "Still dark" });
  const namesFor = async (who: Neighbour, requestId: string) =>
    (await as(who).member.maintenance.one({ requestId })).history.map(({ name }) => name);
  expect(await namesFor("pieter", second)).toEqual(["sipho", ""]);
  expect(await namesFor("thandi", first)).toEqual(["sipho", "thandi"]);
  for (const who of ["lerato", "anna"] as const)
    expect(await namesFor(who, second)).toEqual(["sipho", "thandi"]);
  const seen = await as("pieter").member.maintenance.one({ requestId: second });
  expect(JSON.stringify(seen)).not.toMatch(/thandi|mokoena/i);
});

test("what is not fixed begins anew with all that is joined, and is no word of the staff", async () => {
  const { clock, pass } = handClock();
  const { as, first, second } = await twoReports({ clock });
  await as("sipho").staff.maintenance.plan({ requestId: first, step: "waiting" });
  await as("sipho").staff.maintenance.setStatus({ requestId: first, status: "Closed" });
  pass({ days: 2 });
  await as("thandi").resident.maintenance.notFixed({ requestId: first, text: "Still dark" });
  const anew = { status: "Open", step: "new", saidOn: inDays(0) };
  for (const requestId of [first, second])
    expect(await as("anna").member.maintenance.one({ requestId })).toMatchObject(anew);
  const { about } = await as("anna").member.maintenance.one({ requestId: second });
  expect(about).toMatchObject({ sameAs: { id: first } });
});

test("a report that is not sure has the trade of what it is joined to, and keeps it when taken apart", async () => {
  const { as, first, join } = await twoReports();
  const wet = { ...darkStairs, maintenanceType: "Not sure" } as const;
  const { id: unsure } = await as("pieter").resident.maintenance.log(wet);
  const { id: other } = await as("pieter").resident.maintenance.log({
    ...darkStairs,
    maintenanceType: "Plumbing",
  });
  const tradeOf = async (requestId: string) =>
    (await as("anna").member.maintenance.one({ requestId })).maintenanceType;
  await join(unsure, first);
  expect(await tradeOf(unsure)).toBe("Electricity");
  await join(unsure, null);
  expect(await tradeOf(unsure)).toBe("Electricity");
  // A trade that was known stays.
  await join(other, first);
  expect(await tradeOf(other)).toBe("Plumbing");
});

test("whatever is joined to a joined one goes along with the first", async () => {
  const { as, first, second, join } = await twoReports();
  const { id: third } = await as("pieter").resident.maintenance.log({
    ...darkStairs,
    description: "The lamp again",
  });
  const { id: fourth } = await as("thandi").resident.maintenance.log({
    ...darkStairs,
    description: "And the stairs, still",
  });
  await join(fourth, third);
  await join(third, second);
  const { about } = await as("anna").member.maintenance.one({ requestId: first });
  expect(about?.joined.map(({ id }) => id).sort()).toEqual([second, third, fourth].sort());
  // It is the same resident's, who has told us twice.
  const { notes } = await as("thandi").member.maintenance.one({ requestId: fourth });
  expect(notes.at(-1)?.text).toContain("You have reported this twice");
});

test("closing both at once is no conflict", async () => {
  const { as, first, second } = await twoReports();
  const close = (requestId: string) =>
    as("sipho").staff.maintenance.setStatus({ requestId, status: "Closed", from: "Open" });
  await close(first);
  expect(await close(second)).toMatchObject({ status: "Closed" });
  await expect(close(first)).rejects.toThrow("Somebody else has just changed this request");
});

test("a note to close with is refused, not lost, if the request was closed with another meanwhile", async () => {
  const { as, first, second, seenBy } = await twoReports();
  const close = (requestId: string, note: string) =>
    as("sipho").staff.maintenance.setStatus({ requestId, status: "Closed", from: "Open", note });
  await close(first, "A new lamp");
  const before = await seenBy("pieter", second);
  await expect(close(second, "The fuse too")).rejects.toThrow("Somebody else has just changed");
  await expect(close(first, "A new lamp")).rejects.toThrow("Somebody else has just changed");
  expect(await seenBy("pieter", second)).toEqual(before);
});

test("a closing taken back leaves nothing of it, and what had been closed before stays closed", async () => {
  const { clock, pass } = handClock();
  const { as, db, first, second, events } = await twoReports({ clock });
  const { setStatus } = as("sipho").staff.maintenance;
  const undo = () => as("sipho").member.maintenance.undo({ requestId: first });
  const counted = async () => (await as("sipho").staff.dashboard.overview()).closedLast7Days;
  await setStatus({ requestId: second, status: "Closed" });
  pass({ days: 8 });
  const rows = () => {
    const tables = tablesOf(db.$client);
    return [
      tables.maintenance_requests,
      tables.maintenance_status_changes,
      tables.maintenance_notes,
    ];
  };
  const before = rows();
  await setStatus({ requestId: first, status: "Closed", note: "The geyser of Unit 4" });
  expect(await counted()).toBe(1);
  await undo();
  // Sent again, because no answer came.
  await undo();
  expect(rows()).toEqual(before);
  expect(await counted()).toBe(0);
  expect(events()).toEqual([first, first]);
  expect((await as("anna").admin.audit.entries({})).rows[0]).toMatchObject({
    action: "maintenance.undo",
    changes: [{ field: "status", before: "Closed", after: "Open" }],
  });
});

test("opened or closed together is taken back together, by who did it and at once", async () => {
  const { clock, pass } = handClock();
  const { as, first, second, seenBy } = await twoReports({ clock });
  const { setStatus } = as("sipho").staff.maintenance;
  const undo = (who: Neighbour, requestId = first) =>
    as(who).member.maintenance.undo({ requestId });
  await setStatus({ requestId: first, status: "Closed" });
  await expect(undo("lerato")).rejects.toThrow("Somebody has changed this since");
  await expect(undo("pieter")).rejects.toThrow("could not be found");
  await undo("sipho", second);
  for (const requestId of [first, second])
    expect((await seenBy("anna", requestId)).status).toBe("Open");

  await setStatus({ requestId: first, status: "Closed" });
  for (const status of ["Open", "Closed"] as const)
    await as("lerato").staff.maintenance.setStatus({ requestId: second, status });
  await expect(undo("sipho")).rejects.toThrow("Somebody has changed this since");
  pass({ minutes: 1 });
  await expect(undo("sipho")).rejects.toThrow("too long ago");
});

test("a request is not joined to itself, to one that joined it, or to a closed one", async () => {
  const { as, first, second, join } = await twoReports();
  for (const refused of [join(first, first), join(first, second)])
    await expect(refused).rejects.toThrow("cannot be joined to itself");
  await expect(join(second, crypto.randomUUID())).rejects.toThrow("could not be found");
  await join(second, null);
  await as("sipho").staff.maintenance.setStatus({ requestId: first, status: "Closed" });
  await expect(join(second, first)).rejects.toThrow("This request is closed");
});
