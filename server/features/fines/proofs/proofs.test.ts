import { readdirSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { lateRent, multipart, tinyPdf } from "../../../contract/samples.ts";
import { auditEvents } from "../../../platform/audit/table.ts";
import { type Neighbour, openServer } from "../../../testing.ts";

/** A building where Thandi has a fine, and a function that uploads any file for it. */
async function thandisFine() {
  const server = await openServer();
  const fine = { ...lateRent, residentId: server.people.thandi.id };
  const { id: fineId } = await server.as("anna").admin.fines.issue(fine);
  const path = `POST /api/property/resident/fines/${fineId}/payment-proof`;
  const send = async (fileName: string) =>
    (await server.rest("thandi")(path, multipart(tinyPdf(fileName), fileName))).body;
  return { ...server, fineId, send };
}

test("a fine shows its proofs, oldest first, to its resident and to admins", async () => {
  const { as, people, fineId, send } = await thandisFine();
  expect(await as("thandi").resident.proofs.of({ fineId })).toEqual([]);
  for (const name of ["first.pdf", "second.pdf"]) await send(name);
  const proofs = await as("thandi").resident.proofs.of({ fineId });
  expect(proofs.map(({ fileName }) => fileName)).toEqual(["first.pdf", "second.pdf"]);
  expect(await as("anna").admin.proofs.of({ fineId })).toEqual(proofs);
  const named = { fineId, profileId: people.thandi.id };
  expect(await as("anna").resident.proofs.of(named)).toEqual(proofs);
  for (const proof of proofs) expect(proof).not.toHaveProperty("storedName");
});

test("no upload ever says Paid, and the one that made it Pending is in the audit trail", async () => {
  const { as, db, people, fineId, send } = await thandisFine();
  await send("slip.pdf");
  await send("slip again.pdf");
  expect(await as("anna").admin.fines.one({ fineId })).toMatchObject({ status: "Pending..." });
  const events = db.select().from(auditEvents).all().slice(-3);
  expect(events.map(({ action }) => action)).toEqual([
    ...["proofs.add", "fines.set_status", "proofs.add"],
  ]);
  expect(events[1]).toMatchObject({
    actorId: people.thandi.id,
    subjectId: fineId,
    before: { status: "Unpaid" },
    after: { status: "Pending..." },
  });
});

test("a proof stays for the admins when its resident is removed", async () => {
  const { as, rest, people, fineId, send } = await thandisFine();
  const { id } = await send("slip.pdf");
  const [anna, thandi] = [rest("anna"), rest("thandi")];
  const file = `GET /api/property/payment-proofs/${id}/file`;
  expect((await thandi(file)).status).toBe(200);
  await as("anna").admin.people.remove({ id: people.thandi.id });
  expect((await thandi(file)).status).toBe(401);
  expect((await anna(file)).body).toContain("%PDF");
  expect(await as("anna").admin.proofs.of({ fineId })).toHaveLength(1);
});

test("a file missing on the disk gets an error in words, not a broken download", async () => {
  const { rest, config, send } = await thandisFine();
  const { id } = await send("slip.pdf");
  rmSync(config.uploads, { recursive: true });
  const answer = await rest("anna")(`GET /api/property/payment-proofs/${id}/file`);
  expect(answer).toMatchObject({ status: 500, body: { code: "server.broken" } });
  expect(answer.headers.get("content-disposition")).toBeNull();
});

test("whatever its row says, a file is handed out under a name with its own ending", async () => {
  const { rest, db, send } = await thandisFine();
  const { id } = await send("slip.pdf");
  const nameOf = async (fileName: string) => {
    db.$client.prepare("UPDATE files SET file_name = ?").run(fileName);
    const answer = await rest("anna")(`GET /api/property/payment-proofs/${id}/file`);
    return answer.headers.get("content-disposition");
  };
  expect(await nameOf("slip.pdf.hta")).toBe('attachment; filename="slip.pdf"');
  expect(await nameOf("..\\..\\aux.exe")).toBe('attachment; filename="_aux.pdf"');
});

/**
 * Uploads a proof to the path with two ids, like an existing client, which always sends the same
 * two.
 */
async function withTwoIds(fines: number) {
  const server = await openServer();
  const { as, people, rest, db } = server;
  const issue = async (residentId: string) =>
    (await as("anna").admin.fines.issue({ ...lateRent, residentId })).id;
  const ids: string[] = [];
  for (let each = 0; each < fines; each += 1) ids.push(await issue(people.thandi.id));
  const send = async (who: Neighbour, first: string, second: string) => {
    const path = `POST /api/property/admin/resident/${first}/${second}/upload`;
    const { status, body } = await rest(who)(path, multipart(tinyPdf("slip")));
    return { status, body };
  };
  const proofs = () => db.$client.prepare("SELECT subject_id FROM attachments").pluck().all();
  return { ...server, ids, issue, send, proofs };
}

test("unknown ids mean the only unpaid fine, and a double click uploads once", async () => {
  const { send, proofs, ids, as } = await withTwoIds(2);
  const [paid = "", unpaid = ""] = ids;
  await as("anna").admin.fines.setStatus({ fineId: paid, status: "Paid" });
  const both = [send("thandi", "234", "234"), send("thandi", "234", "234")];
  const [first, ...others] = [...(await Promise.all(both)), await send("thandi", "234", "234")];
  expect(first).toMatchObject({ status: 200, body: { fineId: unpaid, fileName: "proof.pdf" } });
  for (const again of others) expect(again).toEqual(first);
  expect(proofs()).toEqual([unpaid]);
  expect(await as("anna").admin.fines.one({ fineId: unpaid })).toMatchObject({
    status: "Pending...",
  });
});

test.each([
  [0, "no unpaid fine"],
  [2, "2 unpaid fines"],
])(
  "with %i unpaid fines such ids are refused, and it says where to send it",
  async (count, expected) => {
    const { send, proofs, config } = await withTwoIds(count);
    const { status, body } = await send("thandi", "234", "234");
    expect([status, body.code]).toEqual([409, "proofs.which_fine"]);
    expect(body.message).toContain(expected);
    expect(body.message).toContain("/api/property/resident/fines/{fineId}/payment-proof");
    expect(proofs()).toEqual([]);
    expect(readdirSync(config.uploads)).toEqual([]);
  },
);

test("where one of the two ids is somebody's it is refused as before", async () => {
  const { send, proofs, people, ids, issue } = await withTwoIds(1);
  const [mine = ""] = ids;
  const theirs = await issue(people.pieter.id);
  const { thandi, pieter } = people;
  for (const [who, first, second, status] of [
    ["thandi", pieter.id, theirs, 403],
    ["thandi", pieter.id, "234", 403],
    ["thandi", pieter.id, mine, 403],
    ["thandi", "234", theirs, 403],
    ["thandi", thandi.id, theirs, 404],
    ["thandi", thandi.id, "234", 404],
    ["anna", "234", "234", 403],
    ["sipho", "234", "234", 403],
  ] as const)
    expect((await send(who, first, second)).status, `${first} ${second}`).toBe(status);
  expect(proofs()).toEqual([]);
  expect((await send("thandi", thandi.id, mine)).status).toBe(200);
});
