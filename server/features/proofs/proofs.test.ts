import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { inDays, multipart, tinyPdf } from "../../contract/samples.ts";
import { auditEvents } from "../../platform/audit/table.ts";
import { openDoor } from "../../testing.ts";

/** A house where Thandi has a fine to pay and a way to send what she likes for it. */
async function thandisFine() {
  const door = await openDoor();
  const { id: fineId } = await door.as("anna").admin.fines.issue({
    ...{ residentId: door.people.thandi.id, type: "Late Rent", amountCents: 45_000 },
    ...{ dueDate: inDays(30), reason: "Late" },
  });
  const send = async (fileName: string) => {
    const response = await fetch(
      `${door.base}/api/property/resident/fines/${fineId}/payment-proof`,
      {
        method: "POST",
        headers: { cookie: `sid=${door.tokenOf("thandi")}`, "content-type": "multipart/form-data" },
        body: multipart(tinyPdf(fileName), fileName),
      },
    );
    return response.json();
  };
  return { ...door, fineId, send };
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
    ...{ actorId: people.thandi.id, subjectId: fineId },
    ...{ before: { status: "Unpaid" }, after: { status: "Pending..." } },
  });
});

test("an admin who finds a proof wanting sets Unpaid, and the next one counts again", async () => {
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

test("a file that is gone from the disk is said in our words, not as a broken file", async () => {
  const { rest, config, send } = await thandisFine();
  const { id } = await send("slip.pdf");
  rmSync(config.uploads, { recursive: true });
  const answer = await rest("anna")(`GET /api/property/payment-proofs/${id}/file`);
  expect(answer).toMatchObject({ status: 500, body: { code: "server.broken" } });
  expect(answer.headers.get("content-disposition")).toBeNull();
});
