import { expect, test } from "vitest";
import { declared } from "../../api/declared.ts";
import { invoke, procedureCalls, restRows } from "../../contract/everyCall.ts";
import {
  darkStairs,
  goodInput,
  goodValues,
  multipart,
  pietersThings,
  tinyPdf,
} from "../../contract/samples.ts";
import { heicOf } from "../../platform/files/testing.ts";
import { handClock, type Neighbour, openHouse, openServer } from "../../testing.ts";
import { dataExportOf } from "../privacy/dataExport/service.ts";

async function withRequest(options: Parameters<typeof openHouse>[0] = {}) {
  const house = openHouse(options);
  const { id } = await house.as("thandi").resident.maintenance.log(darkStairs);
  const note = (who: Neighbour, text: string, internal?: boolean) =>
    house.as(who).member.maintenance.addNote({ requestId: id, text, internal });
  const seenBy = (who: Neighbour) => house.as(who).member.maintenance.one({ requestId: id });
  return { ...house, requestId: id, note, seenBy };
}

test("a resident and the staff write to each other; internal notes are for staff and admins", async () => {
  const { note, seenBy } = await withRequest();
  await note("thandi", "It is dark since Monday");
  await note("sipho", "He calls every day", true);
  await note("anna", "Sipho comes tomorrow");
  expect((await seenBy("thandi")).notes).toEqual([
    {
      id: expect.any(String),
      at: expect.any(String),
      by: "thandi Mokoena",
      text: "It is dark since Monday",
    },
    {
      id: expect.any(String),
      at: expect.any(String),
      by: "anna Smit",
      text: "Sipho comes tomorrow",
    },
  ]);
  for (const who of ["sipho", "anna"] as const)
    expect((await seenBy(who)).notes).toMatchObject([
      { internal: false },
      { by: "sipho Dube", text: "He calls every day", internal: true },
      { internal: false },
    ]);
  await expect(note("thandi", "x", true)).rejects.toMatchObject({
    message: expect.stringContaining("Residents cannot write internal notes"),
    cause: { field: "internal" },
  });
  await expect(note("pieter", "What is this?")).rejects.toThrow("could not be found");
  await expect(seenBy("pieter")).rejects.toThrow("could not be found");
});

test("an internal note and file reach no resident by any call, event, list, export or search", async () => {
  const server = await openServer();
  const { as, rest, people, db, base, tokenOf, services } = server;
  const things = await pietersThings(server);
  const secret = "Quagga7 drinks";
  const { requestId } = things;
  const input = { requestId, text: secret, internal: true };
  const { id: noteId } = await as("sipho").member.maintenance.addNote(input);
  const quote = multipart(tinyPdf(), "Quagga7.pdf");
  const files = `/api/property/requests/${requestId}/internal-files`;
  const { status, body: sent } = await rest("sipho")(`POST ${files}`, quote);
  expect(status).toBe(201);
  const shownToAdmin = JSON.stringify(await as("anna").member.maintenance.one({ requestId }));
  for (const each of [secret, sent.id, "Quagga7.pdf"]) expect(shownToAdmin).toContain(each);

  const internalFileId = sent.id;
  const values = { ...goodValues(things), internalFileId, q: "quagga7", filter: "quagga7" };
  const heard: string[] = [];
  for (const { name, method, admission, input } of procedureCalls) {
    if (method !== "GET" || name === "member.live.events" || admission.for === "Admin") continue;
    const answer = invoke(as("pieter"), name, goodInput(input, values));
    heard.push(JSON.stringify(await answer.catch(String)) ?? "");
  }
  for (const { name, method } of restRows) {
    if (method !== "GET" || name.endsWith("/live")) continue;
    const path = name.slice(4).replace(/:(\w+)/g, (_, part) => String(values[part as "q"]));
    const headers = { cookie: `sid=${tokenOf("pieter")}` };
    heard.push(await (await fetch(`${base}${path}`, { headers })).text());
  }
  heard.push(JSON.stringify(dataExportOf({ db, declared }, people.pieter.id, services.now()).data));
  expect(heard.length).toBeGreaterThan(60);
  for (const text of heard) {
    expect(text).not.toContain("Quagga7");
    expect(text).not.toContain(noteId);
    expect(text).not.toContain(internalFileId);
  }
  // Nor does he hear that there is one; the staff and the admins do.
  const toldOf = async (who: Neighbour) =>
    (await as(who).member.live.news()).rows.map(({ about }) => about);
  expect(await toldOf("pieter")).not.toContain(requestId);
  for (const who of ["lerato", "anna"] as const) expect(await toldOf(who)).toContain(requestId);
  // Nor may he open it by its address, add one, or take it away.
  const get = { headers: { cookie: `sid=${tokenOf("lerato")}` } };
  expect((await fetch(`${base}${files}/${internalFileId}`, get)).status).toBe(200);
  expect((await rest("pieter")(`GET ${files}/${internalFileId}`)).status).toBe(403);
  expect(
    (await rest("pieter")(`GET /api/property/requests/${requestId}/photos/${internalFileId}`))
      .status,
  ).toBe(404);
  expect((await rest("pieter")(`POST ${files}`, quote)).status).toBe(403);
  const remove = (who: Neighbour) =>
    as(who).member.maintenance.removeInternalFile({ requestId, internalFileId });
  await expect(remove("pieter")).rejects.toThrow("could not be found");
  await expect(remove("lerato")).rejects.toThrow("Only the person who added this");
  // The trail has that there is one, without its text.
  const { body } = await rest("anna")(`GET /api/property/requests/${requestId}`);
  expect(body.notes).toMatchObject([{ id: noteId, internal: true }]);
  const trail = db.$client.prepare("SELECT group_concat(after) FROM audit_events").pluck().get();
  expect(trail).not.toContain("Quagga7");
  await remove("sipho");
  const last = db.$client.prepare(
    "SELECT action, actor_id AS who FROM audit_events ORDER BY id DESC",
  );
  expect(last.get()).toEqual({ action: "internalFiles.remove", who: people.sipho.id });
  const { about } = await as("anna").member.maintenance.one({ requestId });
  expect(about?.internalFiles).toMatchObject([{ fileName: "i.png" }]);
});

test("a company that left its unit can have a request, and one that has a unit cannot", async () => {
  const { clock, pass } = handClock();
  const { as, requestId } = await withRequest({ clock });
  const { people, units, parties } = as("anna").admin;
  const { id: personId } = await people.add({ name: "Fixit", juristic: true });
  const { id: unitId } = await units.add({ label: "Shop 1" });
  const role = "tenant" as const;
  const { id: partyId } = await parties.add({ unitId, personId, role, since: "2026-01-01" });
  const give = () => as("sipho").staff.maintenance.plan({ requestId, assignedTo: personId });
  const why = { message: expect.stringContaining("can be given to a member of staff") };
  await expect(give()).rejects.toMatchObject(why);
  await parties.end({ partyId, until: "2026-11-21" });
  // The last day still counts.
  pass({ days: 1 });
  await expect(give()).rejects.toMatchObject(why);
  pass({ days: 1 });
  expect(await give()).toMatchObject({ assigneeName: "Fixit" });
});

test("how far it is, who has it and for when is said while it is open", async () => {
  const { as, requestId, people, seenBy } = await withRequest();
  const { plan, setStatus } = as("sipho").staff.maintenance;
  const { admin } = as("anna");
  const fixit = { name: "Fixit", juristic: true };
  const { id: company } = await admin.people.add(fixit);
  // Whoever was staff keeps the trade, and has it no more as an admin.
  for (const newRole of ["Staff", "Cleaning", "Admin"])
    await admin.people.changeRole({ id: people.bongani.id, newRole });
  const { about } = await seenBy("sipho");
  expect(about?.assignees.map(({ name, kind }) => `${name}, ${kind}`)).toEqual([
    ...["anna Smit, Admin", "bongani Zulu, Admin", "Fixit, Company"],
    ...["lerato Nkosi, Cleaning", "sipho Dube, Electricity"],
  ]);
  const planned = { step: "planned", priority: "urgent", dueOn: "2026-11-23" } as const;
  expect(await plan({ requestId, ...planned, assignedTo: company })).toMatchObject({
    ...planned,
    assigneeName: "Fixit",
  });
  await plan({ requestId, assignedTo: null, step: "waiting" });
  expect(await seenBy("thandi")).toMatchObject({
    ...planned,
    step: "waiting",
    assignedTo: null,
    assigneeName: "",
    about: null,
  });
  const refused = async (input: object, message: string) =>
    expect(admin.maintenance.plan({ requestId, ...input })).rejects.toThrow(message);
  await refused({ assignedTo: people.thandi.id }, "can be given to a member of staff");
  await refused({ assignedTo: "nobody" }, "can be given to a member of staff");
  await refused({ dueOn: "2026-11-19" }, "must be today or within the next year");
  await refused({ dueOn: "2027-11-21" }, "must be today or within the next year");
  await setStatus({ requestId, status: "Closed", note: "A new lamp" });
  await refused({ step: "new" }, "Open it again first");
  expect((await seenBy("thandi")).notes).toMatchObject([{ by: "sipho Dube", text: "A new lamp" }]);
});

test("of what a resident is not sure of, an admin says whose trade it is", async () => {
  const { as, people } = openHouse();
  await as("anna").admin.people.changeRole({ id: people.sipho.id, newRole: "plumbing" });
  const wet = { ...darkStairs, maintenanceType: "Not sure", description: "A wet wall" } as const;
  const { id: requestId } = await as("thandi").resident.maintenance.log(wet);
  const his = { type: "mine", profileId: people.sipho.id } as const;
  const mine = async () => (await as("anna").staff.maintenance.list(his)).rows;
  expect(await mine()).toEqual([]);
  const { plan } = as("anna").admin.maintenance;
  await expect(plan({ requestId, maintenanceType: "Not sure" as "Plumbing" })).rejects.toThrow(
    "must be a trade",
  );
  await plan({ requestId, maintenanceType: "Plumbing" });
  expect(await mine()).toMatchObject([{ id: requestId, maintenanceType: "Plumbing" }]);
  await expect(
    as("anna").admin.people.changeRole({ id: people.sipho.id, newRole: "Not sure" }),
  ).rejects.toThrow("Groundskeeping, Plumbing");
});

test("a resident rates a closed request, or opens it again because it is not fixed", async () => {
  const { as, requestId, seenBy } = await withRequest({ clock: handClock().clock });
  const { rate, notFixed } = as("thandi").resident.maintenance;
  await expect(rate({ requestId, stars: 5 })).rejects.toThrow("still open");
  await expect(notFixed({ requestId, text: "Dark" })).rejects.toThrow("open already");
  await as("sipho").staff.maintenance.plan({ requestId, step: "in progress" });
  await as("sipho").staff.maintenance.setStatus({ requestId, status: "Closed" });
  const other = as("pieter").resident.maintenance;
  for (const refused of [
    other.rate({ requestId, stars: 1 }),
    other.notFixed({ requestId, text: "x" }),
  ])
    await expect(refused).rejects.toThrow("could not be found");
  for (const stars of [0, 6, 2.5]) await expect(rate({ requestId, stars })).rejects.toThrow();
  await rate({ requestId, stars: 2, comment: "Slow" });
  await rate({ requestId, stars: 4 });
  expect(await seenBy("anna")).toMatchObject({ stars: 4, ratingComment: "" });
  await notFixed({ requestId, text: "It is dark again" });
  expect(await seenBy("anna")).toMatchObject({
    status: "Open",
    step: "new",
    stars: null,
    notes: [{ by: "thandi Mokoena", text: "It is dark again" }],
    history: [{ status: "Closed" }, { status: "Open", name: "thandi" }],
  });
});

test("photos before and after are for who has the request, and go with who sent them or an admin", async () => {
  const server = await openServer();
  const { as, rest } = server;
  const { id: requestId } = await as("thandi").resident.maintenance.log(darkStairs);
  const address = `/api/property/requests/${requestId}/photos`;
  const withStage = (stage: string) => {
    const end = "------neighbour--\r\n";
    const part = `------neighbour\r\nContent-Disposition: form-data; name="stage"\r\n\r\n${stage}\r\n`;
    const body = multipart(heicOf({ picture: stage }), "IMG.HEIC");
    return Buffer.concat([body.subarray(0, -end.length), Buffer.from(part + end)]);
  };
  const send = (who: Neighbour, body: Buffer) => rest(who)(`POST ${address}`, body);
  const first = await send("thandi", multipart(heicOf(), "IMG.HEIC"));
  expect([first.status, first.body]).toMatchObject([201, { id: expect.any(String), requestId }]);
  expect((await send("sipho", withStage("after"))).status).toBe(201);
  expect(await send("sipho", withStage("later"))).toMatchObject({
    status: 400,
    body: { field: "stage" },
  });
  expect((await send("pieter", multipart(heicOf()))).status).toBe(404);
  const { body } = await rest("thandi")(`GET /api/property/requests/${requestId}`);
  expect(body.photos).toMatchObject([
    { id: first.body.id, by: "thandi Mokoena", stage: "before" },
    { by: "sipho Dube", stage: "after" },
  ]);
  const [before, after] = body.photos as { id: string }[];
  const look = async (who: Neighbour, id = "") => (await rest(who)(`GET ${address}/${id}`)).status;
  expect([await look("thandi", after?.id), await look("sipho", before?.id)]).toEqual([200, 200]);
  expect([await look("pieter", before?.id), await look("thandi", "none")]).toEqual([404, 404]);
  const other = await as("thandi").resident.maintenance.log({ ...darkStairs, roomNumber: "5" });
  const elsewhere = `GET /api/property/requests/${other.id}/photos/${before?.id}`;
  expect((await rest("thandi")(elsewhere)).status).toBe(404);

  const remove = (who: Neighbour, photoId = "") =>
    as(who).member.maintenance.removePhoto({ requestId, photoId });
  await expect(remove("thandi", after?.id)).rejects.toThrow("Only the person who added this");
  await remove("thandi", before?.id);
  await remove("anna", after?.id);
  expect((await as("thandi").member.maintenance.one({ requestId })).photos).toEqual([]);
});
