import { expect, test } from "vitest";
import { darkStairs, dayVisit, lateRent } from "../../../contract/samples.ts";
import { auditEvents } from "../../../platform/audit/table.ts";
import { voterOf } from "../occupancy/service.ts";
import { withUnit } from "../testing.ts";
import { type Transfer, typedTransfer } from "./schema.ts";

const half = 500_000;
const since = "2020-01-01";

test("a transfer: the old owners leave, the new ones come, and the tenant stays", async () => {
  const { anna, unitId, person, owner, ownersOn } = await withUnit();
  const [ann, ben, tom] = [await person("Ann"), await person("Ben"), await person("Tom")];
  await owner(ann, "2020-01-01", { share: half });
  await owner(ben, "2020-01-01", { share: half });
  await anna.parties.add({ unitId, personId: tom, role: "tenant", since: "2025-01-01" });
  const zoe = await person("Zoe");
  await anna.transfers.enter({ unitId, on: "2026-05-04", owners: [{ personId: zoe }] });
  expect(await ownersOn("2026-05-03")).toEqual(["Ann Botha", "Ben Botha"]);
  expect(await ownersOn("2026-05-04")).toEqual(["Zoe Botha"]);
  const { parties, history } = await anna.parties.ofUnit({ unitId, asAt: "2026-05-04" });
  expect(parties.map(({ name, role }) => `${name} ${role}`)).toEqual([
    "Tom Botha tenant",
    "Zoe Botha owner",
  ]);
  expect(history).toHaveLength(4);
});

test("a transfer dated before the last one, or to one person twice, is refused and changes nothing", async () => {
  const { anna, unitId, person, owner, ownersOn } = await withUnit();
  const { id: partyId } = await owner(await person("Ann"), "2026-05-04");
  const zoe = await person("Zoe");
  const to = (on: string, ...ids: string[]) =>
    anna.transfers.enter({
      unitId,
      on,
      owners: ids.map((personId) => ({ personId, share: half })),
    });
  await expect(to("2026-05-04", zoe)).rejects.toThrow("from that day or a later one");
  await expect(to("2026-05-03", zoe)).rejects.toThrow("from that day or a later one");
  await expect(to("2026-06-01", zoe, zoe)).rejects.toThrow("named twice");
  await expect(to("2026-06-01", "nobody")).rejects.toThrow("could not be found");
  expect(await ownersOn("2026-06-02")).toEqual(["Ann Botha"]);
  // Ann was entered by mistake.
  await anna.parties.end({ partyId, until: "2026-05-04" });
  await to("2026-05-03", zoe);
  expect(await ownersOn("2026-06-02")).toEqual(["Zoe Botha"]);
});

test("an owner who sells half stays, and who moved in after the sale does too", async () => {
  const { anna, unitId, person, ownersOn } = await withUnit();
  const [ann, ben] = [await person("Ann"), await person("Ben")];
  const enter = (role: "owner" | "occupant", since: string) =>
    anna.parties.add({ unitId, personId: ann, role, since });
  await enter("owner", "2020-01-01");
  await enter("occupant", "2020-01-01");
  const owners = [ann, ben].map((personId) => ({ personId, share: half }));
  await anna.transfers.enter({ unitId, on: "2026-05-04", owners, moveOut: true });
  expect(await ownersOn("2026-05-04")).toEqual(["Ann Botha", "Ben Botha"]);
  const { parties } = await anna.parties.ofUnit({ unitId, asAt: "2026-06-01" });
  expect(parties.filter(({ role }) => role === "occupant")).toMatchObject([{ personId: ann }]);
});

test("what moves with the unit: a bond ends and another begins, a bay stays or does not, one owner votes", async () => {
  const { anna, db, unitId, person, owner } = await withUnit();
  const [ann, ben, zoe] = [await person("Ann"), await person("Ben"), await person("Zoe")];
  const [bank, other] = [await person("First Bank"), await person("Second Bank")];
  await owner(ann, "2020-01-01");
  const bond = { unitId, personId: bank, role: "bondholder" as const, since: "2020-01-01" };
  const { id: bondId } = await anna.parties.add(bond);
  // A tenant whose last day somebody else has entered since the form was opened.
  const lease = { unitId, personId: await person("Lea"), role: "tenant" as const };
  const { id: leaseId } = await anna.parties.add({ ...lease, since: "2021-01-01" });
  await anna.parties.end({ partyId: leaseId, until: "2026-03-01" });
  const bay = { unitId, kind: "parking", right: "arrangement", since: "2020-01-01" } as const;
  const { id: areaId } = await anna.areas.add({ ...bay, label: "P1" });
  await anna.areas.add({ ...bay, label: "P2" });
  await anna.transfers.enter({
    unitId,
    on: "2026-05-04",
    owners: [ben, zoe].map((personId) => ({ personId, share: half })),
    voter: zoe,
    endParties: [bondId, leaseId],
    endAreas: [areaId],
    bondholder: other,
  });
  const { parties } = await anna.parties.ofUnit({ unitId, asAt: "2026-05-05" });
  expect(parties.map(({ name, role }) => `${name} ${role}`).sort()).toEqual([
    "Ben Botha owner",
    "Second Bank Botha bondholder",
    "Zoe Botha owner",
  ]);
  expect(voterOf(db, unitId, "2026-05-05")?.personId).toBe(zoe);
  expect(voterOf(db, unitId, "2026-05-03")?.personId).toBe(ann);
  const { before, after } =
    db
      .select()
      .from(auditEvents)
      .all()
      .findLast(({ action }) => action === "transfers.enter") ?? {};
  expect(before).toEqual({ owners: [ann] });
  expect(after).toMatchObject({
    since: "2026-05-04",
    voter: zoe,
    moveIn: false,
    moveOut: false,
    bondholder: other,
    ended: [{ personId: bank, role: "bondholder" }],
  });
  const { areas } = await anna.units.one({ unitId });
  expect(areas.map(({ label, until }) => [label, until]).sort()).toEqual([
    ["P1", "2026-05-04"],
    ["P2", null],
  ]);
});

test("a co-owner who sells on a later day has the vote until then", async () => {
  const { anna, db, unitId, person, owner } = await withUnit();
  const [ann, ben, zoe] = [await person("Ann"), await person("Ben"), await person("Zoe")];
  const { id: partyId } = await owner(ann, since, { share: half });
  await owner(ben, since, { share: half });
  await anna.parties.setVoter({ partyId });
  const owners = [ben, zoe].map((personId) => ({ personId, share: half }));
  await anna.transfers.enter({ unitId, on: "2026-12-01", owners, voter: zoe });
  const voters = ["2026-11-20", "2026-11-30", "2026-12-01"].map((day) => voterOf(db, unitId, day));
  expect(voters.map((voter) => voter?.personId)).toEqual([ann, ann, zoe]);
});

test("a transfer that is refused half-way changes nothing", async () => {
  const { anna, db, unitId, person, owner, ownersOn } = await withUnit();
  await owner(await person("Ann"), "2020-01-01");
  const [ben, zoe] = [await person("Ben"), await person("Zoe")];
  const { id: other } = await anna.units.add({ label: "Unit 8" });
  const bay = { kind: "parking", label: "P8", right: "arrangement" } as const;
  const { id: areaId } = await anna.areas.add({ ...bay, unitId: other });
  const entry = { unitId, on: "2026-05-04", owners: [{ personId: ben }] };
  const before = db.select().from(auditEvents).all().length;
  const refusals: [says: string, more: Partial<Transfer>][] = [
    ["Together they can have 100 % at most", { owners: [{ personId: ben }, { personId: zoe }] }],
    ["Only one of the new owners can have the vote", { voter: zoe }],
    ["could not be found", { owners: [{ personId: ben, share: half }, { personId: "none" }] }],
    ["could not be found", { bondholder: "none" }],
    ["could not be found", { endParties: ["none"] }],
    ["could not be found", { endAreas: ["none"] }],
    ["could not be found", { endAreas: [areaId] }],
  ];
  for (const [says, more] of refusals)
    await expect(anna.transfers.enter({ ...entry, ...more })).rejects.toThrow(says);
  expect(await ownersOn("2026-05-04")).toEqual(["Ann Botha"]);
  expect(db.select().from(auditEvents).all()).toHaveLength(before);
});

test("a form's transfer: rows without a person are left out, and old owners may stay", () => {
  const typed = { unitId: "u", on: "2026-05-04", owners: [{ personId: "", share: "" }] };
  const { error } = typedTransfer.safeParse(typed);
  expect(error?.issues).toMatchObject([{ path: ["owners", 0, "personId"] }]);
  expect(
    typedTransfer.parse({
      ...typed,
      owners: [
        { personId: "b", share: "50" },
        { personId: "", share: "" },
      ],
      staying: { a: { stays: "yes", share: "50" }, c: { stays: "no" } },
      voter: "",
      moveIn: "yes",
      endParties: { bond: "ends", agent: "stays" },
    }),
  ).toMatchObject({
    owners: ["b", "a"].map((personId) => ({ personId, share: half })),
    voter: undefined,
    moveIn: true,
    moveOut: false,
    endParties: ["bond"],
    endAreas: [],
  });
});

/** A unit whose owner is a resident, and one more resident beside them. */
async function withResident() {
  const house = await withUnit();
  const { anna, unitId, people, owner, person } = house;
  await owner(people.thandi.id, "2020-01-01", { share: half });
  const zoe = await person("Zoe");
  const sell = (endSignIn: string[], more: object = {}) =>
    anna.transfers.enter({
      unitId,
      on: "2026-11-20",
      owners: [{ personId: zoe }],
      endSignIn,
      ...more,
    });
  const logIns = async () =>
    (await anna.people.residents({ limit: "all" })).rows.map(({ name }) => name);
  return { ...house, zoe, sell, logIns };
}

test("with the sale an owner's sign-in ends, at once, if that is ticked, and not without", async () => {
  const { as, people, sell, logIns, ownersOn, db } = await withResident();
  const sessionsLeft = db.$client.prepare("SELECT count(*) FROM sessions WHERE account_id = ?");
  await as("thandi").resident.profile.get({});
  await sell([people.thandi.id]);
  expect(await logIns()).not.toContain("thandi");
  expect(await ownersOn("2026-11-20")).toEqual(["Zoe Botha"]);
  expect(await ownersOn("2026-11-19")).toEqual(["thandi Mokoena"]);
  expect(sessionsLeft.pluck().get(people.thandi.id)).toBe(0);
  const done = db.select().from(auditEvents).all().slice(-2);
  expect(done.map(({ action }) => action)).toEqual(["transfers.enter", "people.remove"]);
  const other = await withResident();
  await other.sell([]);
  expect(await other.logIns()).toContain("thandi");
  const third = await withResident();
  const { unitId } = third;
  const personId = third.people.thandi.id;
  // A last day that was known before gives way to the sale.
  const lease = { role: "occupant", since, until: "2027-12-31" } as const;
  await third.anna.parties.add({ unitId, personId, ...lease });
  await third.sell([personId], { moveOut: true });
  expect(await third.logIns()).not.toContain("thandi");
});

test("on the day of the sale the unit is the new owner's already, and what goes with it", async () => {
  const { as, people, sell } = await withResident();
  const { resident } = as("thandi");
  expect((await resident.profile.get({})).isWithoutUnit).toBe(false);
  await sell([]);
  expect((await resident.profile.get({})).isWithoutUnit).toBe(true);
  await expect(resident.maintenance.log(darkStairs)).rejects.toThrow("any more");
  const visit = { ...dayVisit, startDate: "2026-11-20" };
  await expect(resident.visitors.signIn(visit)).rejects.toThrow("live");
  const fine = await as("anna").admin.fines.issue({ ...lateRent, residentId: people.thandi.id });
  expect(fine.roomNo).not.toBe("Unit 7");
});

test("a visit to a unit that is sold on its day was to the host's other one, and one of the day before stays", async () => {
  const { as, anna, people, sell } = await withResident();
  const { id: unitId } = await anna.units.add({ label: "Loft 8" });
  await anna.parties.add({ unitId, personId: people.thandi.id, role: "owner", since });
  const { visitors } = as("thandi").resident;
  for (const startDate of ["2026-11-19", "2026-11-20"])
    await visitors.signIn({ ...dayVisit, roomNumber: "Unit 7", startDate });
  const hosts = async () => (await anna.visitors.present({})).rows.map((each) => each.roomNumber);
  expect(await hosts()).toEqual(["Unit 7", "Unit 7"]);
  await sell([]);
  expect(await hosts()).toEqual(["Loft 8", "Unit 7"]);
});

type House = Awaited<ReturnType<typeof withResident>>;

test.each<[string, (house: House, personId: string) => Promise<unknown>]>([
  [
    "who lives there still",
    async ({ anna, unitId, sell }, personId) => {
      await anna.parties.add({ unitId, personId, role: "occupant", since });
      return sell([personId]);
    },
  ],
  [
    "who has another unit",
    async ({ anna, sell }, personId) => {
      const { id: unitId } = await anna.units.add({ label: "Unit 8" });
      await anna.parties.add({ unitId, personId, role: "owner", since });
      return sell([personId]);
    },
  ],
  ["who owns it until a later day", ({ sell }, id) => sell([id], { on: "2026-12-01" })],
  [
    "who keeps a share",
    ({ zoe, sell }, id) =>
      sell([id], { owners: [id, zoe].map((personId) => ({ personId, share: half })) }),
  ],
  ["who did not own it", ({ people, sell }) => sell([people.pieter.id])],
  [
    "who works for the building",
    async ({ people, owner, sell }) => {
      await owner(people.sipho.id, since, { share: half });
      return sell([people.sipho.id]);
    },
  ],
])("the sign-in of somebody %s is not ended, and nothing is entered", async (_, attempt) => {
  const house = await withResident();
  const before = await house.ownersOn("2026-12-02");
  await expect(attempt(house, house.people.thandi.id)).rejects.toThrow("so they can still log in");
  expect(await house.ownersOn("2026-12-02")).toEqual(expect.arrayContaining(before));
  expect(await house.logIns()).toContain("thandi");
});
