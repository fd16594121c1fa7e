import { readdirSync } from "node:fs";
import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { declared } from "../../../api/declared.ts";
import { lateRent, multipart, tinyPng } from "../../../contract/samples.ts";
import { auditEvents } from "../../../platform/audit/table.ts";
import { events } from "../../../platform/live/table.ts";
import { openServer } from "../../../testing.ts";
import { attachments } from "../../attachments/table.ts";
import { dataExportOf } from "../../privacy/dataExport/service.ts";

async function withFine() {
  const server = await openServer();
  const fine = { ...lateRent, residentId: server.people.thandi.id };
  const { id: fineId } = await server.as("anna").admin.fines.issue(fine);
  const send = (file: Buffer, to = fineId, name = "passage.png") =>
    server.rest("anna")(`POST /api/property/admin/fines/${to}/evidence`, multipart(file, name));
  const files = () => readdirSync(server.config.uploads);
  return { ...server, fineId, send, files };
}

test("an admin adds photos to a fine, and the resident sees them", async () => {
  const { as, rest, fineId, send } = await withFine();
  const { status, body } = await send(tinyPng());
  expect([status, body]).toMatchObject([200, { fineId, fileName: "passage.png" }]);
  const [seen] = await as("thandi").resident.evidence.of({ fineId });
  expect(seen).toMatchObject({ id: body.id, mimeType: "image/png" });
  const path = `GET /api/property/fine-evidence/${body.id}/file` as const;
  const own = await rest("thandi")(path);
  expect([own.status, own.headers.get("content-security-policy")]).toEqual([
    200,
    "sandbox; default-src 'none'",
  ]);
});

test("who was fined hears at once of a photo that is added or taken away", async () => {
  const { as, db, fineId, send, people } = await withFine();
  const last = () => db.select().from(events).orderBy(desc(events.number)).limit(1).get();
  const told = { topic: "fine", about: fineId, audience: "admins", personId: people.thandi.id };
  const { body } = await send(tinyPng());
  const added = last();
  expect(added).toMatchObject({ ...told, byId: people.anna.id });
  await as("anna").admin.evidence.remove({ evidenceId: body.id });
  expect(last()).toMatchObject(told);
  expect(last()?.number).toBeGreaterThan(added?.number ?? 0);
});

test("an unknown fine gets no photo, and a fine has ten at most", async () => {
  const { send } = await withFine();
  expect((await send(tinyPng(), "nobody's")).status).toBe(404);
  for (let count = 0; count < 10; count += 1)
    expect((await send(tinyPng(count + 1))).status).toBe(200);
  expect(await send(tinyPng(11))).toMatchObject({
    status: 409,
    body: { code: "attachments.too_many" },
  });
});

test("the trail does not keep the name of a photo that was removed", async () => {
  const { as, db, send, fineId } = await withFine();
  const { body } = await send(tinyPng(), fineId, "Thandi Mokoena.png");
  await as("anna").admin.evidence.remove({ evidenceId: body.id });
  const trail = db.select().from(auditEvents).all();
  expect(trail.at(-1)).toMatchObject({ action: "evidence.remove", before: { fineId } });
  expect(JSON.stringify(trail)).not.toContain("Thandi Mokoena");
});

test("a photo of an erased person is removed at once with its file, and so is one that was removed", async () => {
  const { as, db, services, people, fineId, send, files } = await withFine();
  const { body } = await send(tinyPng(1));
  await as("anna").admin.evidence.remove({ evidenceId: body.id });
  expect(await as("thandi").resident.evidence.of({ fineId })).toEqual([]);
  await expect(as("anna").admin.evidence.remove({ evidenceId: body.id })).rejects.toThrow(
    "could not be found",
  );
  await send(tinyPng(2));
  const { data, files: named } = dataExportOf({ db, declared }, people.thandi.id, services.now());
  expect(data).toMatchObject({ evidence: [{ fineId, file: "files/photo-1.png" }] });
  expect([...named.values()]).toEqual(["files/photo-1.png"]);
  await as("anna").admin.fineDecisions.withdraw({ fineId, reason: "A mistake" });
  const { id } = people.thandi;
  await as("anna").admin.people.remove({ id });
  await as("anna").admin.privacy.erase({ id, confirmation: "thandi Mokoena" });
  expect([files(), db.select().from(attachments).all()]).toEqual([[], []]);
});

test("who was fined gets a photo without the admin's name for it, until the fine is withdrawn", async () => {
  const { as, base, tokenOf, db, people, services, fineId, send } = await withFine();
  const { body } = await send(tinyPng(1), fineId, "Nomvula at number 3.png");
  await send(tinyPng(2), fineId, "second.png");
  const get = async (who: "anna" | "thandi") => {
    const response = await fetch(`${base}/api/property/fine-evidence/${body.id}/file`, {
      headers: { cookie: `sid=${tokenOf(who)}` },
    });
    const name = response.headers.get("content-disposition");
    return { status: response.status, name, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const { resident } = as("thandi");
  const names = async () => (await resident.evidence.of({ fineId })).map((each) => each.fileName);
  const exported = () => dataExportOf({ db, declared }, people.thandi.id, services.now());

  expect(await names()).toEqual(["photo-1.png", "photo-2.png"]);
  const got = await get("thandi");
  expect((await get("anna")).bytes).toEqual(got.bytes);
  expect(got.name).toBe('attachment; filename="photo-1.png"');
  expect(exported()).toMatchObject({ data: { evidence: [{ fineId }, { fineId }] } });

  await as("anna").admin.fineDecisions.withdraw({ fineId, reason: "A mistake" });
  expect([await names(), (await get("thandi")).status]).toEqual([[], 404]);
  expect(exported()).toMatchObject({ data: { evidence: [] } });
  expect(await as("anna").admin.evidence.of({ fineId })).toHaveLength(2);
  expect((await get("anna")).status).toBe(200);
});
