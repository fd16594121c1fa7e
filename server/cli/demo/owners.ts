import type { NewPerson } from "../../features/people/schema.ts";
import { addPersonWithoutSignIn } from "../../features/people/service.ts";
import { wholeShare } from "../../features/units/occupancy/schema.ts";
import { addParty } from "../../features/units/occupancy/service.ts";
import { actor, type Player } from "./people.ts";
import type { Happening } from "./time.ts";

/** The owners of the rented units, every fifth, who live elsewhere. */
const landlords: readonly Partial<NewPerson>[] = [
  { name: "Botha Family Trust", juristic: true, idNumber: "IT 4471/2009" },
  { name: "Lungile", surname: "Zungu", cellPhone: "082 555 0141" },
  { name: "Ubuntu Homes (Pty) Ltd", juristic: true, idNumber: "2014/118302/07" },
  { name: "Margaret", surname: "Osborne", cellPhone: "083 555 0172" },
  { name: "Deon", surname: "Kruger", cellPhone: "072 555 0119" },
  { name: "Nandi", surname: "Cele", cellPhone: "071 555 0188" },
  { name: "Protea Retirement Fund", juristic: true, idNumber: "12/8/22901" },
  { name: "Farouk", surname: "Osman", cellPhone: "084 555 0133" },
];

const isRented = (unit: number) => unit % 5 === 3;

/** Enters who owns each unit, on the day when everybody who lives in it is there. */
export function ownerHappenings(
  residents: readonly Player[],
  trustee: Player,
  unitIds: ReadonlyMap<string, string>,
): Happening[] {
  const homes = new Map<string, Player[]>();
  for (const each of residents) homes.set(each.address, [...(homes.get(each.address) ?? []), each]);
  return [...homes].map(([label, living]) => {
    const at = new Date(Math.max(...living.map(({ since }) => +since)));
    return {
      at,
      do: (db, now) => {
        const unitId = unitIds.get(label);
        if (unitId === undefined) return;
        const unit = Number(label.replace(/\D/g, ""));
        const by = actor(trustee);
        const since = now.today;
        if (isRented(unit)) {
          const { name = "", surname = "", ...details } = landlords[Math.floor(unit / 5)] ?? {};
          const landlord = addPersonWithoutSignIn(db, by, { name, surname, ...details }, now);
          addParty(db, by, { unitId, personId: landlord, role: "owner", since }, now);
          for (const { id: personId } of living)
            addParty(db, by, { unitId, personId, role: "tenant", since }, now);
          return;
        }
        // A couple with one surname owns its home together.
        const owners = living.slice(0, 2).filter(({ surname }) => surname === living[0]?.surname);
        const share = wholeShare / owners.length;
        for (const { id: personId } of owners)
          addParty(db, by, { unitId, personId, role: "owner", since, share }, now);
      },
    };
  });
}
