import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { declared } from "../../../api/declared.ts";
import { inDays, multiply, pietersThings } from "../../../contract/samples.ts";
import { auditEvents } from "../../../platform/audit/table.ts";
import { newFolder } from "../../../platform/backup/testing.ts";
import { handClock, type Neighbour, openHouse, openServer } from "../../../testing.ts";
import { dataExportOf, dataExportText } from "./service.ts";

const address = (id: string) => `/api/property/profile/${id}/data`;

/** Downloads a person's data and unpacks the zip with Python. */
async function taken(server: Awaited<ReturnType<typeof openServer>>, who: Neighbour, id: string) {
  const cookie = `sid=${server.tokenOf(who)}`;
  const response = await fetch(`${server.base}${address(id)}`, { headers: { cookie } });
  const folder = newFolder();
  writeFileSync(join(folder, "data.zip"), Buffer.from(await response.arrayBuffer()));
  const read = (name: string) =>
    spawnSync("python3", [
      "-c",
      "import sys,zipfile;sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))",
      ...[join(folder, "data.zip"), name],
    ]).stdout;
  return { response, data: JSON.parse(read("data.json").toString("utf8")), read };
}

/** Counts the exports in the trail. */
function exportsNoted({ db }: Awaited<ReturnType<typeof openServer>>) {
  const count = "SELECT count(*) FROM audit_events WHERE action = 'privacy.export'";
  return () => db.$client.prepare(count).pluck().get();
}

test("a person can download everything that is stored about them, with the files they sent", async () => {
  const server = await openServer();
  const { profileId, fineId, requestId, visitId } = await pietersThings(server);
  mkdirSync(server.config.uploads, { recursive: true });
  writeFileSync(join(server.config.uploads, "x.pdf"), "%PDF-1.4 mine");
  const { maintenance, fines } = server.as("anna").admin;
  await maintenance.setStatus({ requestId, status: "Closed" });
  await fines.setStatus({
    fineId,
    status: "Unpaid",
    from: "Pending...",
    reason: "It is somebody else's",
  });
  await fines.setStatus({ fineId, status: "Paid" });
  const { response, data, read } = await taken(server, "pieter", profileId);
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="my-data-/);
  expect(data).toMatchObject({
    person: { name: "pieter", idNumber: "8001015009087", email: "pieter@example.co.za" },
    units: [{ unit: "Unit 12", role: "owner", since: inDays(-30) }],
    announcedChanges: [{ unit: "Unit 12", name: "Jan" }],
    fines: [{ id: fineId, amountCents: 45_000 }],
    fineHistory: [
      { fineId, did: "issued" },
      { to: "Pending..." },
      { to: "Unpaid", reason: "It is somebody else's" },
      { to: "Paid" },
    ],
    maintenanceRequests: [{ id: requestId }],
    maintenanceHistory: [{ requestId, status: "Closed", name: "anna" }],
    visits: [{ id: visitId, visitorName: "Jan" }],
    attachments: [
      { kind: "proofs", fileName: "x.pdf", file: "files/proofs-1.pdf" },
      { kind: "requestPhotos", file: "files/request-photo-1.png" },
    ],
    tokens: [{ label: "his" }],
    // The photos are not on the disk.
    missing: ["files/request-photo-1.png", "files/photo-1.png"],
  });
  expect(data.auditTrail).toContainEqual(
    expect.objectContaining({ action: "session.make_bearer", by: "pieter van Wyk" }),
  );
  expect(read("files/proofs-1.pdf").toString()).toBe("%PDF-1.4 mine");
  // It contains no secrets, and only the names of other people.
  const text = JSON.stringify(data);
  expect(text).not.toMatch(/tokenHash|passwordHash|storedName|Mokoena/);
  expect(server.db.select().from(auditEvents).all().at(-1)).toMatchObject({
    action: "privacy.export",
    actorId: profileId,
    subjectId: profileId,
  });
});

test("a long list is read and sent some hundred rows at a time, and is the same JSON", async () => {
  const house = openHouse();
  const { db, people } = house;
  const { id } = people.pieter;
  await pietersThings(house);
  const description = "Ж".repeat(2_000);
  multiply(db.$client, "maintenance_requests", 2_000, { description });
  const { data } = dataExportOf({ db, declared }, id, house.services.now());
  const sizes: number[] = [];
  let text = "";
  for await (const piece of dataExportText(data)) {
    sizes.push(piece.length);
    text += piece;
  }
  expect(text).toBe(`${JSON.stringify(data, null, 2)}\n`);
  expect(JSON.parse(text).maintenanceRequests).toHaveLength(2_000);
  expect(Math.max(...sizes)).toBeLessThan(1_000_000);
});

test("of one's own data there is one entry an hour, of another's one each time", async () => {
  const { clock, pass } = handClock();
  const server = await openServer({ clock });
  const { id } = server.people.pieter;
  const exports = exportsNoted(server);
  const take = async (who: Neighbour) =>
    expect((await server.rest(who)(`GET ${address(id)}`)).status).toBe(200);
  for (let times = 0; times < 3; times += 1) await take("pieter");
  expect(exports()).toBe(1);
  pass({ minutes: 59 });
  await take("pieter");
  expect(exports()).toBe(1);
  expect((await server.rest("anna")(`GET ${address("nobody")}`)).status).toBe(404);
  const { headers } = await server.rest("anna")(`HEAD ${address(id)}`);
  expect(headers.get("content-disposition")).toMatch(/="pieter van Wyk, data of \d/);
  for (let times = 0; times < 2; times += 1) await take("anna");
  expect(exports()).toBe(3);
  const noted = { action: "privacy.export", actorId: server.people.anna.id, subjectId: id };
  expect(server.db.select().from(auditEvents).all().at(-1)).toMatchObject(noted);
  pass({ minutes: 1 });
  await take("pieter");
  expect(exports()).toBe(4);
});

test("packed it is small, but what was read for it is charged", async () => {
  const server = await openServer({ env: { BYTES_PER_SECOND: "1000000" } });
  const { profileId } = await pietersThings(server);
  multiply(server.db.$client, "maintenance_requests", 2_000, { description: "Ж".repeat(2_000) });
  expect((await server.rest("pieter")(`GET ${address(profileId)}`)).status).toBe(200);
  const after = await server.rest("pieter")("GET /api/property/announcements");
  expect(after).toMatchObject({ status: 429, body: { code: "request.too_many" } });
});

test("of one person's downloads two are made at a time, and the next when one is over", async () => {
  const server = await openServer();
  const { profileId } = await pietersThings(server);
  mkdirSync(server.config.uploads, { recursive: true });
  writeFileSync(join(server.config.uploads, "x.pdf"), Buffer.alloc(40_000_000));
  const begun = exportsNoted(server);
  const cookie = `sid=${server.tokenOf("anna")}`;
  const impatience = new AbortController();
  const { signal } = impatience;
  // The clients do not read the responses.
  for (let each = 0; each < 4; each += 1)
    void fetch(`${server.base}${address(profileId)}`, { headers: { cookie }, signal }).catch(
      () => undefined,
    );
  await expect.poll(begun).toBe(2);
  // Once this is answered, the other two have been refused or wait.
  expect((await server.rest()("GET /api/health")).status).toBe(200);
  expect(begun()).toBe(2);
  impatience.abort();
  const last = await server.rest("anna")(`GET ${address(profileId)}`);
  expect(last.status).toBe(200);
  expect(begun()).toBe(3);
});
