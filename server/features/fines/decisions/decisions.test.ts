import { join } from "node:path";
import type Database from "better-sqlite3";
import { expect, test } from "vitest";
import { multipart, tinyPdf } from "../../../contract/samples.ts";
import { dataOfFirstRelease, earlierMigrations, tablesOf } from "../../../fixtures/testing.ts";
import { unguarded } from "../../../platform/audit/testing.ts";
import { openBuilding } from "../../../platform/installation/database.ts";
import { handClock, openServer } from "../../../testing.ts";

const drums = { type: "Lease Violation", amountCents: 45_000, dueDate: "2026-12-01" } as const;

/** A building on 20 November 2026 with one fine of Thandi's. */
async function withFine() {
  const { clock, pass } = handClock();
  const server = await openServer({ clock });
  const { as, people } = server;
  const fine = (reason: string) =>
    as("anna").admin.fines.issue({ ...drums, residentId: people.thandi.id, reason });
  const { id: fineId } = await fine("Drums at night");
  const { fines, fineDecisions } = as("anna").admin;
  const set = (status: "Unpaid" | "Paid" | "Pending...") => fines.setStatus({ fineId, status });
  return { ...server, pass, fine, fineId, fines, decide: fineDecisions, set };
}

const reason = "The drums were in another unit";

test("a withdrawn fine is not owed, and the resident reads why", async () => {
  const { as, fineId, decide } = await withFine();
  expect(await decide.withdraw({ fineId, reason, from: "Unpaid" })).toMatchObject({
    status: "Withdrawn",
    withdrawnReason: reason,
    withdrawnAt: "2026-11-20T09:26:24.123Z",
  });
  expect(await as("thandi").resident.fines.one({ fineId })).toMatchObject({
    status: "Withdrawn",
    withdrawnReason: reason,
  });
  const nothing = { unpaidFines: 0, unpaidCents: 0 };
  expect(await as("thandi").resident.dashboard.overview()).toMatchObject(nothing);
  expect((await as("anna").admin.fines.all({})).rows).toMatchObject([{ status: "Withdrawn" }]);
});

test("over the REST paths a withdrawn fine is in no list, and put back it is there again", async () => {
  const { rest, people, fine, fineId, decide } = await withFine();
  await fine("Loud again");
  const lists = async () => {
    const of = async (who: "anna" | "thandi", path: string) =>
      (await rest(who)(`GET ${path}`)).body as { id: string; Status: string }[];
    return [
      await of("anna", "/api/property/admin/fines/all"),
      await of("thandi", `/api/property/resident/fines/${people.thandi.id}`),
    ];
  };
  const before = await lists();
  expect(before.map((list) => list.length)).toEqual([2, 2]);
  await decide.withdraw({ fineId, reason });
  const after = await lists();
  expect(after).toEqual(before.map((list) => list.filter(({ id }) => id !== fineId)));
  const update = `POST /api/property/admin/resident/${fineId}/fine/update`;
  expect((await rest("anna")(update, { Status: "Paid" })).status).toBe(404);
  await decide.putBack({ fineId });
  expect(await lists()).toEqual(before);
});

test("a fine is put back with the status that it had", async () => {
  const { fineId, decide, set } = await withFine();
  await set("Pending...");
  await decide.withdraw({ fineId, reason });
  expect(await decide.putBack({ fineId })).toMatchObject({
    status: "Pending...",
    withdrawnReason: null,
    withdrawnAt: null,
  });
  await expect(decide.putBack({ fineId })).rejects.toThrow("not withdrawn");
});

test.each([
  ["without a reason", { reason: "  " }, "must not be empty"],
  ["that somebody else has changed", { from: "Pending..." as const }, "Somebody else has just"],
])("a withdrawal %s is refused", async (_, wrong, words) => {
  const { fineId, decide, fines } = await withFine();
  await expect(decide.withdraw({ fineId, reason, ...wrong })).rejects.toThrow(words);
  expect(await fines.one({ fineId })).toMatchObject({ status: "Unpaid", withdrawnReason: null });
});

test("a paid fine is not withdrawn, nor a withdrawn one again, and it gets no status", async () => {
  const { fineId, decide, set } = await withFine();
  await set("Paid");
  await expect(decide.withdraw({ fineId, reason })).rejects.toThrow("set it to Unpaid first");
  await set("Unpaid");
  await decide.withdraw({ fineId, reason });
  await expect(decide.withdraw({ fineId, reason })).rejects.toThrow("Put it back first");
  await expect(set("Paid")).rejects.toThrow("Put it back first");
});

const statuses = ["Unpaid", "Pending...", "Paid"] as const;

test.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
  "what was %s and is set to %s is taken back, as it was before",
  async (from, to) => {
    const { fineId, fines, decide, set, pass, db } = await withFine();
    const row = () => db.$client.prepare("SELECT * FROM fines").get();
    await set(from);
    pass({ minutes: 5 });
    const before = row();
    await set(to);
    pass({ seconds: 20 });
    if (from === to) return expect(row()).toEqual(before);
    expect(await decide.undo({ fineId })).toMatchObject({ status: from });
    expect(row()).toEqual(before);
    expect(await fines.one({ fineId })).toMatchObject({ status: from });
    const steps = await decide.history({ fineId });
    expect(steps.at(-1)).toMatchObject({ did: "undone", from: to, to: from });
    await expect(decide.undo({ fineId })).rejects.toThrow("nothing to take back");
  },
);

test("a withdrawal and a putting back are taken back, the reason too", async () => {
  const { fineId, decide, set, pass, db } = await withFine();
  const row = () => db.$client.prepare("SELECT * FROM fines").get();
  await set("Pending...");
  const pending = row();
  await decide.withdraw({ fineId, reason });
  const withdrawn = row();
  await decide.undo({ fineId });
  expect(row()).toEqual(pending);
  await decide.withdraw({ fineId, reason });
  pass({ minutes: 5 });
  await decide.putBack({ fineId });
  await decide.undo({ fineId });
  expect(row()).toEqual(withdrawn);
});

test("a status that is sent again with its key does not undo what another admin did since", async () => {
  const { rest, fineId, fines } = await withFine();
  const send = async (who: "anna" | "bongani", Status: string, key: string) => {
    const path = `POST /api/property/admin/resident/${fineId}/fine/update` as const;
    return (await rest(who)(path, { Status }, { "idempotency-key": key })).status;
  };
  expect(await send("anna", "Paid", "one")).toBe(200);
  expect(await send("bongani", "Unpaid", "two")).toBe(200);
  expect(await send("anna", "Paid", "one")).toBe(200);
  expect(await fines.one({ fineId })).toMatchObject({ status: "Unpaid" });
  expect(await send("anna", "Paid", "three")).toBe(200);
  expect(await fines.one({ fineId })).toMatchObject({ status: "Paid" });
});

test("a proof that is turned down has a reason, which the resident reads until the next one is sent", async () => {
  const { as, fineId, fines, decide, set, pass, db } = await withFine();
  const lacks = "The slip is for R300, the fine is R450";
  const turnDown = { fineId, status: "Unpaid", from: "Pending...", reason: lacks } as const;
  const seen = async () => (await as("thandi").resident.fines.one({ fineId })).turnedDownReason;
  await expect(fines.setStatus(turnDown)).rejects.toThrow("Somebody else has just");
  await set("Pending...");
  for (const [wrong, words] of [
    [{ reason: " " }, "must not be empty"],
    [{ status: "Paid" as const }, "only for a fine that goes from Pending... to Unpaid"],
    [{ from: "Paid" as const }, "only for a fine that goes from Pending... to Unpaid"],
  ] as const)
    await expect(fines.setStatus({ ...turnDown, ...wrong })).rejects.toThrow(words);
  pass({ minutes: 5 });
  await fines.setStatus(turnDown);
  expect(await seen()).toBe(lacks);
  const { history } = as("thandi").resident.fineDecisions;
  expect((await history({ fineId })).at(-1)).toMatchObject({ did: "set", reason: lacks });
  const row = () => db.$client.prepare("SELECT * FROM fines").get();
  const turnedDown = row();
  for (const again of [() => set("Paid"), () => set("Pending...")]) {
    pass({ minutes: 5 });
    await again();
    expect(await seen()).toBeNull();
    await decide.undo({ fineId });
    expect(row()).toEqual(turnedDown);
  }
  await decide.withdraw({ fineId, reason });
  await decide.putBack({ fineId });
  expect(row()).toEqual(turnedDown);
});

test("after half a minute, or when somebody changed the fine since, nothing is taken back", async () => {
  const { as, fineId, fines, decide, set, pass } = await withFine();
  const refused = async (words: string) => {
    const before = [await fines.one({ fineId }), await decide.history({ fineId })];
    await expect(decide.undo({ fineId })).rejects.toThrow(words);
    expect([await fines.one({ fineId }), await decide.history({ fineId })]).toEqual(before);
  };
  await refused("nothing to take back");
  await set("Paid");
  await as("bongani").admin.fines.setStatus({ fineId, status: "Unpaid" });
  await refused("Somebody has changed");
  await as("bongani").admin.fineDecisions.undo({ fineId });
  await refused("Somebody has changed");
  await set("Unpaid");
  pass({ minutes: 1 });
  await refused("too long ago");
});

test("a payment proof that comes in between waits to be looked at, whatever is taken back", async () => {
  const { rest, fine, fineId, fines, decide, set, pass } = await withFine();
  const prove = (id: string) => {
    pass({ seconds: 1 });
    const path = `POST /api/property/resident/fines/${id}/payment-proof`;
    return rest("thandi")(path, multipart(tinyPdf("slip"), "slip.pdf"));
  };
  await set("Paid");
  await set("Unpaid");
  await prove(fineId);
  await expect(decide.undo({ fineId })).rejects.toThrow("Somebody has changed");
  expect(await fines.one({ fineId })).toMatchObject({ status: "Pending..." });
  const { id: second } = await fine("Loud again");
  await fines.setStatus({ fineId: second, status: "Paid" });
  await prove(second);
  expect(await decide.undo({ fineId: second })).toMatchObject({ status: "Pending..." });
});

test("a fine of somebody who was erased is owed no more, whatever is tried", async () => {
  const { as, people, fine, fineId, fines, decide, set } = await withFine();
  const { id: second } = await fine("Loud again");
  await set("Paid");
  await decide.withdraw({ fineId: second, reason });
  const { id } = people.thandi;
  await as("anna").admin.people.remove({ id });
  await as("anna").admin.privacy.erase({ id, confirmation: "thandi Mokoena" });
  for (const again of [
    () => set("Unpaid"),
    () => set("Pending..."),
    () => decide.undo({ fineId }),
    () => decide.putBack({ fineId: second }),
  ])
    await expect(again()).rejects.toThrow("was erased, so nobody can owe it");
  expect(await fines.one({ fineId })).toMatchObject({ status: "Paid" });
  expect(await fines.one({ fineId: second })).toMatchObject({ status: "Withdrawn" });
});

test("admins see who did what; the resident sees it without names and without slips", async () => {
  const { as, fineId, decide, set } = await withFine();
  await set("Paid");
  await decide.undo({ fineId });
  await as("bongani").admin.fineDecisions.withdraw({ fineId, reason });
  const steps = await decide.history({ fineId });
  expect(steps.map(({ did, by, to }) => [did, by, to])).toEqual([
    ["issued", "anna Smit", "Unpaid"],
    ["set", "anna Smit", "Paid"],
    ["undone", "anna Smit", "Unpaid"],
    ["withdrawn", "bongani Zulu", "Withdrawn"],
  ]);
  const seen = await as("thandi").resident.fineDecisions.history({ fineId });
  expect(seen.map(({ did, reason: why }) => [did, why])).toEqual([
    ["issued", null],
    ["withdrawn", reason],
  ]);
  expect(JSON.stringify(seen)).not.toMatch(/anna|bongani/);
});

test("a reminder letter that was made is in the history of each fine it is about, and of no other", async () => {
  const { as, people, fine, fineId, decide, set, pass } = await withFine();
  const { id: later } = await fine("Washing on the balcony");
  pass({ days: 20 });
  const june = { ...drums, residentId: people.thandi.id, dueDate: "2027-06-01", reason: "June" };
  const { id: notLate } = await as("anna").admin.fines.issue(june);
  await as("bongani").admin.reminders.make({ residentIds: [people.thandi.id] });
  pass({ days: 1 });
  await set("Paid");
  const steps = async (id: string) =>
    (await decide.history({ fineId: id })).map(({ did, by }) => `${did} by ${by}`);
  const [issued, letter] = ["issued by anna Smit", "reminder made by bongani Zulu"];
  expect(await steps(fineId)).toEqual([issued, letter, "set by anna Smit"]);
  expect(await steps(later)).toEqual([issued, letter]);
  expect(await steps(notLate)).toEqual([issued]);
});

test("the fines to look at follow each other, the oldest first, and begin again", async () => {
  const { as, fine, fineId, decide } = await withFine();
  expect(await decide.next({ fineId })).toBeNull();
  const [second, third] = [(await fine("Two")).id, (await fine("Three")).id];
  for (const id of [fineId, third])
    await as("anna").admin.fines.setStatus({ fineId: id, status: "Pending..." });
  expect(await decide.next({ fineId })).toBe(third);
  expect(await decide.next({ fineId: second })).toBe(third);
  expect(await decide.next({ fineId: third })).toBe(fineId);
});

/** The rows of a house of 0.1.0 with so many migrations, perhaps changed then, and with the next one. */
function aroundMigration(count: number, change?: (sqlite: Database.Database) => void) {
  const data = dataOfFirstRelease();
  const [before, after] = [count, count + 1].map((applied) => {
    const migrations = earlierMigrations(data, applied);
    const { $client } = openBuilding(join(data, "stoep.db"), { migrations });
    if (applied === count) change?.($client);
    const { __drizzle_migrations: _, ...rows } = tablesOf($client);
    $client.close();
    return rows;
  });
  return { before: before ?? {}, after: after ?? {} };
}

test("of fines of 0.1.0 the history is what the trail says, entry for entry, and nothing else changes", () => {
  const { before, after: migrated } = aroundMigration(34);
  const { fine_status_changes: moved, ...after } = migrated;
  expect(after).toEqual(before);
  const isNoted = ({ action }: Record<string, unknown>) =>
    action === "fines.issue" || action === "fines.set_status";
  const noted = (before.audit_events ?? []).filter(isNoted);
  expect(noted.length).toBeGreaterThan(20);
  expect(moved).toEqual(
    noted.map(({ id, at, actor_id, action, subject_id, ...values }) => {
      const [had, has] = [values.before, values.after].map((text) => JSON.parse(`${text}`));
      return {
        id,
        fine_id: subject_id,
        did: action === "fines.issue" ? "issued" : "set",
        status_before: had?.status ?? null,
        status: action === "fines.issue" ? "Unpaid" : has.status,
        reason: null,
        changed_by: actor_id,
        changed_at: at,
      };
    }),
  );
});

test("of fines of 0.1.0 who issued them moves from the history into the fine, and nothing else changes", () => {
  const { before, after } = aroundMigration(50);
  const [issued = [], later = []] = [true, false].map((is) =>
    before.fine_status_changes?.filter(({ did }) => (did === "issued") === is),
  );
  expect(issued.length).toBeGreaterThan(10);
  const issuer = new Map(issued.map(({ fine_id, changed_by }) => [fine_id, changed_by]));
  const fines = (before.fines ?? []).map(
    (fine): Record<string, unknown> => ({ ...fine, issued_by: issuer.get(fine.id) ?? null }),
  );
  expect(after).toEqual({ ...before, fines, fine_status_changes: later });
  for (const { fine_id, changed_at } of issued)
    expect(fines.find(({ id }) => id === fine_id)).toMatchObject({ issued_at: changed_at });
});

test("reminder letters come from the trail into the history of each fine that they name", () => {
  const letter = { at: "2026-11-19T10:00:00.000Z", actor_id: "", references: ["", ""] };
  const { before, after } = aroundMigration(52, (sqlite) => {
    const named = sqlite.prepare("SELECT id, reference FROM fines ORDER BY id DESC LIMIT 2").all();
    letter.references = named.map((fine) => String((fine as { reference: string }).reference));
    letter.actor_id = String(sqlite.prepare("SELECT id FROM people").pluck().get());
    unguarded(sqlite)
      .prepare(
        `INSERT INTO audit_events (id, at, actor_id, action, origin, "after")
          VALUES ('019a9f6e-0000-7000-8000-000000000001', :at, :actor_id, 'reminders.make', '', :after)`,
      )
      .run({ ...letter, after: JSON.stringify({ references: letter.references }) });
  });
  const { fine_status_changes: changes = [], ...rest } = after;
  const { fine_status_changes: earlier = [], ...unchanged } = before;
  expect(rest).toEqual(unchanged);
  const added = changes.filter(({ did }) => did === "reminder made");
  expect(changes.filter((each) => !added.includes(each))).toEqual(earlier);
  const referenceOf = new Map(after.fines?.map(({ id, reference }) => [id, reference]));
  expect(added.map(({ fine_id }) => referenceOf.get(fine_id)).sort()).toEqual(
    letter.references.sort(),
  );
  for (const { id, changed_by, changed_at } of added) {
    expect(id).toMatch(/^019a9f6e-0000-7000-8000-[0-9a-f]{12}$/);
    expect([changed_by, changed_at]).toEqual([letter.actor_id, letter.at]);
  }
});
