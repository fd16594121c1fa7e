import { openHouse } from "../../testing.ts";

/** A house with one unit, and people who do not sign in. */
export async function withUnit() {
  const house = openHouse();
  const anna = house.as("anna").admin;
  const { id: unitId } = await anna.units.add({ label: "Unit 7", sectionNumber: "7" });
  const person = async (name: string) => (await anna.people.add({ name, surname: "Botha" })).id;
  const owner = (personId: string, since: string, more: object = {}) =>
    anna.parties.add({ unitId, personId, role: "owner", since, ...more });
  const ownersOn = async (asAt: string) =>
    (await anna.parties.ofUnit({ unitId, asAt })).parties
      .filter(({ role }) => role === "owner")
      .map(({ name }) => name);
  return { ...house, anna, unitId, person, owner, ownersOn };
}
