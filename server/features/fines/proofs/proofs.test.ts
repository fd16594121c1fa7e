import { readdirSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { inDays, multipart, tinyPdf } from "../../../contract/samples.ts";
import { auditEvents } from "../../../platform/audit/table.ts";
import { type Neighbour, openServer } from "../../../testing.ts";

/** A building where Thandi has a fine, and a function that uploads any file for it. */
async function thandisFine() {
  const server = await openServer();
  const { id: fineId } = await server.as("anna").admin.fines.issue({
    residentId: server.people.thandi.id,
    type: "Late Rent",
    amountCents: 45_000,
    dueDate: inDays(30),
    reason: "Late",
  });
  const send = async (fileName: string) => {
    const response = await fetch(
      `${server.base}/api/property/resident/fines/${fineId}/payment-proof`,
      {
        method: "POST",
        headers: {
          cookie: `sid=${server.tokenOf("thandi")}`,
          "content-type": "multipart/form-data",
        },
        body: multipart(tinyPdf(fileName), fileName),
      },
    );
    return response.json();
  };
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

test("an admin who rejects a proof sets Unpaid, and the next proof sets Pending again", async () => {
  const { as, fineId, send } = await thandisFine();
  await send("unreadable.pdf");
  await as("anna").admin.fines.setStatus({ fineId, status: "Unpaid", from: "Pending..." });
  await send("sharp.pdf");
  expect(await as("thandi").resident.fines.one({ fineId })).toMatchObject({ status: "Pending..." });
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

const lateRent = { type: "Late Rent", amountCents: 45_000, reason: "Late" } as const;

/**
 * Uploads a proof to the path with two ids, like an existing client, which always sends the same
 * two.
 */
async function withTwoIds(fines: number) {
  const server = await openServer();
  const { as, people, tokenOf, base, db } = server;
  const issue = async (residentId: string) => {
    const { id } = await as("anna").admin.fines.issue({
      ...lateRent,
      residentId,
      dueDate: inDays(30),
    });
    return id;
  };
  const ids: string[] = [];
  for (let each = 0; each < fines; each += 1) ids.push(await issue(people.thandi.id));
  const send = async (who: Neighbour, first: string, second: string, words = "slip") => {
    const response = await fetch(`${base}/api/property/admin/resident/${first}/${second}/upload`, {
      method: "POST",
      headers: { cookie: `sid=${tokenOf(who)}`, "content-type": "multipart/form-data" },
      body: multipart(tinyPdf(words)),
    });
    return { status: response.status, body: await response.json() };
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
  expect((await send("thandi", pieter.id, theirs)).status).toBe(403);
  expect((await send("thandi", pieter.id, "234")).status).toBe(403);
  expect((await send("thandi", pieter.id, mine)).status).toBe(403);
  expect((await send("thandi", "234", theirs)).status).toBe(403);
  expect((await send("thandi", thandi.id, theirs)).status).toBe(404);
  expect((await send("thandi", thandi.id, "234")).status).toBe(404);
  for (const who of ["anna", "sipho"] as const)
    expect((await send(who, "234", "234")).status).toBe(403);
  expect(proofs()).toEqual([]);
  expect((await send("thandi", thandi.id, mine)).status).toBe(200);
});

test("residents can neither read nor download others' proofs, nor send one for their fine", async () => {
  const { as, rest, fineId, send, people } = await thandisFine();
  const { id } = await send("slip.pdf");
  const pieter = as("pieter").resident;
  await expect(pieter.proofs.of({ fineId })).rejects.toThrow("This fine could not be found");
  await expect(pieter.proofs.of({ fineId, profileId: people.thandi.id })).rejects.toThrow(
    "belongs to somebody else",
  );
  const file = await rest("pieter")(`GET /api/property/payment-proofs/${id}/file`);
  expect([file.status, file.body.code]).toEqual([404, "attachments.unknown"]);
});
