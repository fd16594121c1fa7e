import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { multiply, pietersThings } from "../../contract/samples.ts";
import { auditEvents } from "../../platform/audit/table.ts";
import { newFolder } from "../../platform/backup/testing.ts";
import { handClock, type Neighbour, openDoor, openHouse } from "../../testing.ts";
import { dossierOf, dossierText } from "./service.ts";

const address = (id: string) => `/api/property/profile/${id}/data`;

/** Downloads somebody's data and unpacks them with the system's own program. */
async function taken(door: Awaited<ReturnType<typeof openDoor>>, who: Neighbour, id: string) {
  const cookie = `sid=${door.tokenOf(who)}`;
  const response = await fetch(`${door.base}${address(id)}`, { headers: { cookie } });
  const folder = newFolder();
  writeFileSync(join(folder, "data.zip"), Buffer.from(await response.arrayBuffer()));
  const read = (name: string) =>
    spawnSync("python3", [
      "-c",
      "import sys,zipfile;sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))",
      ...[join(folder, "data.zip"), name],
    ]).stdout;
  return { response, told: JSON.parse(read("data.json").toString("utf8")), read };
}

test("a person takes everything that is kept of them, with the files they sent", async () => {
  const door = await openDoor();
  const { profileId, fineId, requestId, visitId } = await pietersThings(door);
  mkdirSync(door.config.uploads, { recursive: true });
  writeFileSync(join(door.config.uploads, "x.pdf"), "%PDF-1.4 mine");
  const { response, told, read } = await taken(door, "pieter", profileId);
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="my-data-/);
  expect(told).toMatchObject({
    person: { name: "pieter", idNumber: "8001015009087", email: "pieter@example.co.za" },
    fines: [{ id: fineId, amountCents: 45_000 }],
    maintenanceRequests: [{ id: requestId }],
    visits: [{ id: visitId, visitorName: "Jan" }],
    paymentProofs: [{ fileName: "x.pdf", file: "files/proof-1.pdf" }],
    tokens: [{ label: "his" }],
    missing: [],
  });
  expect(told.auditTrail).toContainEqual(
    expect.objectContaining({ action: "session.make_bearer", by: "pieter van Wyk" }),
  );
  expect(read("files/proof-1.pdf").toString()).toBe("%PDF-1.4 mine");
  // No secret, and of others no more than their names.
  const text = JSON.stringify(told);
  expect(text).not.toMatch(/tokenHash|passwordHash|storedName|Mokoena/);
  expect(door.db.select().from(auditEvents).all().at(-1)).toMatchObject({
    action: "privacy.export",
    actorId: profileId,
    subjectId: profileId,
  });
});

test("a long list is read and told some hundred rows at a time, and is the same JSON", async () => {
  const house = openHouse();
  const { db, people } = house;
  const { id } = people.pieter;
  await pietersThings(house);
  const description = "Ж".repeat(2_000);
  multiply(db.$client, "maintenance_requests", 2_000, { description });
  const { told } = dossierOf(db, id, house.house.now());
  const sizes: number[] = [];
  let text = "";
  for await (const piece of dossierText(told)) {
    sizes.push(piece.length);
    text += piece;
  }
  expect(text).toBe(`${JSON.stringify(told, null, 2)}\n`);
  expect(JSON.parse(text).maintenanceRequests).toHaveLength(2_000);
  expect(Math.max(...sizes)).toBeLessThan(1_000_000);
});

test("a file that is gone is said to be missing; the rest comes", async () => {
  const door = await openDoor();
  const { profileId } = await pietersThings(door);
  const { told } = await taken(door, "pieter", profileId);
  expect(told.missing).toEqual(["files/proof-1.pdf"]);
});

test("nobody takes another's but an admin, and that is noted as theirs", async () => {
  const door = await openDoor();
  const { profileId } = await pietersThings(door);
  const count = () => door.db.select().from(auditEvents).all().length;
  const before = count();
  for (const who of ["thandi", "sipho"] as const)
    expect(await door.rest(who)(`GET ${address(profileId)}`)).toMatchObject({
      status: 403,
      body: { code: "auth.not_yours" },
    });
  expect((await door.rest()(`GET ${address(profileId)}`)).status).toBe(401);
  expect((await door.rest("anna")(`GET ${address("nobody")}`)).status).toBe(404);
  expect(count()).toBe(before);
  const { told } = await taken(door, "anna", profileId);
  expect(told.person.name).toBe("pieter");
  expect(door.db.select().from(auditEvents).all().at(-1)).toMatchObject({
    action: "privacy.export",
    actorId: door.people.anna.id,
    subjectId: profileId,
  });
});

test("of one's own data there is one entry an hour, of another's one each time", async () => {
  const { clock, pass } = handClock();
  const door = await openDoor({ clock });
  const { id } = door.people.pieter;
  const exports = () =>
    door.db
      .select()
      .from(auditEvents)
      .all()
      .filter(({ action }) => action === "privacy.export").length;
  const take = async (who: Neighbour) =>
    expect((await door.rest(who)(`GET ${address(id)}`)).status).toBe(200);
  for (let times = 0; times < 3; times += 1) await take("pieter");
  expect(exports()).toBe(1);
  pass({ minutes: 59 });
  await take("pieter");
  expect(exports()).toBe(1);
  for (let times = 0; times < 2; times += 1) await take("anna");
  expect(exports()).toBe(3);
  pass({ minutes: 1 });
  await take("pieter");
  expect(exports()).toBe(4);
});

test("packed it is small, but what was read for it is charged", async () => {
  const door = await openDoor({ env: { BYTES_PER_SECOND: "1000000" } });
  const { profileId } = await pietersThings(door);
  multiply(door.db.$client, "maintenance_requests", 2_000, { description: "Ж".repeat(2_000) });
  expect((await door.rest("pieter")(`GET ${address(profileId)}`)).status).toBe(200);
  const after = await door.rest("pieter")("GET /api/property/announcements");
  expect(after).toMatchObject({ status: 429, body: { code: "request.too_many" } });
});

test("of one person's downloads two are made at a time, and the next when one is over", async () => {
  const door = await openDoor();
  const { profileId } = await pietersThings(door);
  mkdirSync(door.config.uploads, { recursive: true });
  writeFileSync(join(door.config.uploads, "x.pdf"), Buffer.alloc(40_000_000));
  const begun = () =>
    door.db.$client
      .prepare("SELECT count(*) FROM audit_events WHERE action = 'privacy.export'")
      .pluck()
      .get();
  const cookie = `sid=${door.tokenOf("anna")}`;
  const impatience = new AbortController();
  const { signal } = impatience;
  // Nobody reads what comes.
  for (let each = 0; each < 4; each += 1)
    void fetch(`${door.base}${address(profileId)}`, { headers: { cookie }, signal }).catch(
      () => undefined,
    );
  await expect.poll(begun).toBe(2);
  await sleep(200);
  expect(begun()).toBe(2);
  impatience.abort();
  const last = await door.rest("anna")(`GET ${address(profileId)}`);
  expect(last.status).toBe(200);
  expect(begun()).toBe(3);
});
