import { expect, test } from "vitest";
import { handClock, openHouse } from "../../../testing.ts";

/** Anna's building on 20 November 2026, with two people who own nothing. */
async function withPeople() {
  const { clock, pass } = handClock("2026-11-20T08:00:00.000Z");
  const house = openHouse({ clock });
  const anna = house.as("anna").admin;
  const person = async (name: string) => (await anna.people.add({ name, surname: "Botha" })).id;
  const [ann, ben] = [await person("Ann"), await person("Ben")];
  const { begin, end, all, ofPerson } = anna.trustees;
  const on = async (asAt: string) =>
    (await all({ asAt })).trustees.map(({ name, chairs }) => (chairs ? `${name} chairs` : name));
  return { ...house, anna, pass, ann, ben, begin, end, all, ofPerson, on };
}

test("a trustee need not own a unit; the chairperson comes first, on any day", async () => {
  const { ann, ben, begin, end, on, ofPerson, all } = await withPeople();
  const { id: termId } = await begin({ personId: ann, since: "2025-03-01" });
  await begin({ personId: ben, since: "2026-03-01", chairs: true });
  expect(await on("2025-02-28")).toEqual([]);
  expect(await on("2026-03-01")).toEqual(["Ben Botha chairs", "Ann Botha"]);
  await end({ termId, until: "2026-06-30" });
  expect(await on("2026-06-30")).toEqual(["Ben Botha chairs", "Ann Botha"]);
  expect(await on("2026-07-01")).toEqual(["Ben Botha chairs"]);
  expect((await all()).others).toMatchObject([{ name: "Ann Botha", until: "2026-06-30" }]);
  expect(await ofPerson({ id: ann })).toMatchObject([{ since: "2025-03-01" }]);
});

test("terms that overlap, end before they begin or have two chairpersons are refused", async () => {
  const { ann, ben, begin, end, on } = await withPeople();
  const term = { personId: ann, since: "2025-03-01", until: "2026-03-31" };
  const { id: termId } = await begin({ ...term, chairs: true });
  for (const [says, input] of [
    ["last day is before the first", { personId: ben, since: "2026-05-01", until: "2026-04-30" }],
    ["is a trustee on some of these days already", { ...term, since: "2026-03-31" }],
    ["is a trustee on some of these days already", { personId: ann, since: "2025-06-01" }],
    ["Ann Botha is the chairperson", { personId: ben, since: "2026-03-30", chairs: true }],
    ["could not be found", { personId: "none", since: "2026-03-31" }],
  ] as const)
    await expect(begin({ ...input })).rejects.toThrow(says);
  await expect(end({ termId, until: "2025-02-28" })).rejects.toThrow("before the first");
  await expect(end({ termId: "none", until: "2025-02-28" })).rejects.toThrow("could not be found");
  // A meeting's day is the old and the new chairperson's.
  await begin({ personId: ben, since: "2026-03-31", chairs: true });
  await expect(end({ termId, until: "2026-04-30" })).rejects.toThrow("Ben Botha is the chair");
  expect(await on("2026-04-01")).toEqual(["Ben Botha chairs"]);
});

test("who is removed is no trustee from that day of the building on", async () => {
  const { anna, ann, begin, on, pass } = await withPeople();
  await begin({ personId: ann, since: "2026-01-01" });
  // Half past one in the night of the 21st, while it is still the 20th in UTC.
  pass({ minutes: 15 * 60 + 30 });
  await anna.people.remove({ id: ann });
  expect(await on("2026-11-20")).toEqual(["Ann Botha"]);
  expect(await on("2026-11-21")).toEqual([]);
});

test("once the chairperson is removed, another can be entered from that day on", async () => {
  const { anna, ann, ben, begin, on } = await withPeople();
  await begin({ personId: ann, since: "2026-01-01", chairs: true });
  await anna.people.remove({ id: ann });
  const chair = { personId: ben, chairs: true };
  await expect(begin({ ...chair, since: "2026-11-18" })).rejects.toThrow(
    "Ann Botha is the chairperson",
  );
  await begin({ ...chair, since: "2026-11-20" });
  expect(await on("2026-11-19")).toEqual(["Ann Botha chairs"]);
  expect(await on("2026-11-20")).toEqual(["Ben Botha chairs"]);
});

test("a term of somebody removed before it began is nobody's time as the chairperson", async () => {
  const { anna, ann, ben, begin, on } = await withPeople();
  await begin({ personId: ann, since: "2026-12-01", chairs: true });
  await anna.people.remove({ id: ann });
  await begin({ personId: ben, since: "2026-11-01", chairs: true });
  expect(await on("2026-12-02")).toEqual(["Ben Botha chairs"]);
});
