import { type Db, prepared } from "../../../database/open.ts";
import { grouped } from "../../../platform/lists/grouped.ts";
import type { RowsAbout } from "../../../platform/lists/longList.ts";
import { unitKey } from "../../../platform/validation/keys.ts";
import { fullName, knownPerson } from "../../people/service.ts";
import { unitsError } from "../errors.ts";
import { units } from "../table.ts";
import type { About } from "./schema.ts";
import { beginnings, everywhere, holds, homeAmong, labelOf } from "./service.ts";

const keysOfUnits = prepared((db) =>
  db.select({ id: units.id, key: units.labelKey, removedAt: units.removedAt }).from(units),
);

type PlacedRow = Parameters<RowsAbout["has"]>[0];

/**
 * Finds the id of the unit that a fine, a request or a visit is of: one that its person had on its day,
 * and of several the one it names, or else their home or the unit they owned first (visits choose by the
 * same rule). If they had none that day, it is the one it names, or else the only one that they ever had.
 * "3" is the Unit 3 of somebody with Units 3 and 7.
 */
export function unitOfRow(db: Db): (row: PlacedRow) => string | undefined {
  const all = keysOfUnits(db).all();
  const keys = new Map(all.map(({ id, key }) => [id, key]));
  const named = new Map(all.flatMap(({ id, key, removedAt }) => (removedAt ? [] : [[key, id]])));
  const numbers = new Map(all.map(({ id, key }) => [id, /(?<!\d)\d+$/.exec(key)?.[0]]));
  const everyone = everywhere(db)();
  const begins = beginnings(everyone);
  const rowsOf = grouped(everyone, ({ personId }) => personId);
  return ({ person, room, day }) => {
    const key = unitKey(room);
    const ever = rowsOf.get(person) ?? [];
    const then = ever.filter((row) => homeAmong([row]) && holds(row, day, begins));
    const ofThatDay =
      then.find(({ unitId }) => keys.get(unitId) === key) ??
      then.find(({ unitId }) => numbers.get(unitId) === key) ??
      homeAmong(then);
    if (ofThatDay) return ofThatDay.unitId;
    const meant = named.get(key);
    if (meant) return meant;
    const theirs = [...new Set(ever.map(({ unitId }) => unitId))];
    const numbered = theirs.filter((id) => numbers.get(id) === key);
    const [only, another] = numbered.length > 0 ? numbered : theirs;
    return another ? undefined : only;
  };
}

/** @throws units.unknown */
function ofOneUnit(db: Db, unitId: string): RowsAbout {
  const label = labelOf(db, unitId);
  if (label === undefined) throw unitsError("units.unknown", { field: "unitId" });
  const unitOf = unitOfRow(db);
  return { label, has: (row) => unitOf(row) === unitId };
}

/** @throws people.unknown */
function ofOnePerson(db: Db, personId: string): RowsAbout {
  const found = knownPerson(db, personId);
  const has = ({ person }: PlacedRow) => person === personId;
  return { label: fullName(found), person: personId, has };
}

/**
 * The rows of a list that are wanted alone, and in words whose they are; undefined if all are.
 * @throws people.unknown, units.unknown
 */
export function rowsAbout(db: Db, { unitId, personId }: About): RowsAbout | undefined {
  const parts = [
    ...(personId ? [ofOnePerson(db, personId)] : []),
    ...(unitId ? [ofOneUnit(db, unitId)] : []),
  ];
  if (parts.length === 0) return undefined;
  return {
    label: parts.map(({ label }) => label).join(", "),
    person: personId,
    has: (row) => parts.every(({ has }) => has(row)),
  };
}
