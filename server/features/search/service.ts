import { and, asc, gte, isNull, lt, sql } from "drizzle-orm";
import { type Db, oncePerDatabase, prepared } from "../../database/open.ts";
import type { Day } from "../../platform/clock/clock.ts";
import { byValue } from "../../platform/lists/listRules.ts";
import {
  type Rank,
  ranking,
  ranks,
  rememberTexts,
  type Searched,
} from "../../platform/lists/matching.ts";
import { formatTelephone } from "../../platform/telephones/format.ts";
import { sameText } from "../../platform/validation/typed.ts";
import { withdrawn } from "../fines/schema.ts";
import { fines } from "../fines/table.ts";
import { fullName } from "../people/service.ts";
import { people } from "../people/table.ts";
import { dwellersIn, type Party, partiesByUnit } from "../units/occupancy/service.ts";
import { units } from "../units/table.ts";
import { mostResults, type ResultKind } from "./schema.ts";
import { searchRecords } from "./table.ts";

// People, units and screens are few, so each search reads all of them, and can forgive what an index
// cannot: a wrong letter, and the middle of a number.

/** Something that was found. The id of a screen is its address. */
export interface Found {
  kind: ResultKind;
  id: string;
  title: string;
  /** The detail that tells it from others of that title: a person's units and number, a unit's people. */
  detail?: string;
}

type Named = Found & Searched;

const screen = (id: string, title: string): Named => {
  return { kind: "screen", id, title, words: [], numbers: [] };
};

/** The screens that people look for by name. */
const screens: readonly Named[] = [
  screen("/admin/dashboard", "Dashboard"),
  screen("/admin/residents", "Residents"),
  screen("/admin/staff", "Staff"),
  screen("/admin/admins", "Admins"),
  screen("/admin/people", "People"),
  screen("/admin/units", "Units"),
  screen("/admin/units/weights", "Weights under a rule"),
  screen("/admin/changes", "Changes"),
  screen("/admin/trustees", "Trustees"),
  screen("/admin/fines", "Fines"),
  screen("/admin/fines/reminders", "Reminder letters"),
  screen("/admin/maintenance", "Maintenance"),
  screen("/admin/visitors", "Visitors"),
  screen("/admin/gate", "Gate"),
  screen("/admin/invites", "Invites on paper"),
  screen("/admin/import", "Import from a spreadsheet"),
  screen("/admin/building", "Building, bank details"),
  screen("/admin/backups", "Backups"),
  screen("/admin/privacy", "Privacy"),
  screen("/admin/audit", "Audit trail"),
  screen("/admin/profile", "Admin Profile"),
];

const everybody = prepared((db) =>
  db
    .select({
      id: people.id,
      name: people.name,
      surname: people.surname,
      email: people.email,
      address: people.address,
      serviceAddress: people.serviceAddress,
      cellPhone: people.cellPhone,
      telephone: people.telephone,
    })
    .from(people)
    .where(sql`${people.erasedAt} IS NULL AND ${people.mergedInto} IS NULL`),
);

const everyUnit = prepared((db) =>
  db
    .select({
      id: units.id,
      label: units.label,
      labelKey: units.labelKey,
      sectionNumber: units.sectionNumber,
      paymentReference: units.paymentReference,
      notes: units.notes,
    })
    .from(units)
    .where(isNull(units.removedAt)),
);

/** The people and units of the register, also people who left. */
function namesIn(db: Db, today: Day): Named[] {
  const byUnit = partiesByUnit(db, today);
  const labelsOf = new Map<string, Set<string>>();
  const registered = everyUnit(db).all();
  for (const { id, label } of registered)
    for (const { personId } of byUnit.get(id) ?? [])
      labelsOf.set(personId, (labelsOf.get(personId) ?? new Set()).add(label));
  return [
    ...registered.map((unit): Named => {
      const { id, label, labelKey, sectionNumber, paymentReference, notes } = unit;
      const detail = dwellersOrOwners(byUnit.get(id) ?? []);
      const words = [labelKey, sectionNumber ?? "", paymentReference, notes];
      return { kind: "unit", id, title: label, detail, words, numbers: [paymentReference] };
    }),
    ...everybody(db)
      .all()
      .map((person): Named => {
        const { id, email, address, serviceAddress, cellPhone, telephone } = person;
        const homes = [...(labelsOf.get(id) ?? (address === "" ? [] : [address]))];
        const detail = [homes.join(", "), formatTelephone(cellPhone || telephone)]
          .filter(Boolean)
          .join(" · ");
        const words = [email, address, serviceAddress, ...homes];
        const numbers = [cellPhone, telephone];
        return { kind: "person", id, title: fullName(person), detail, words, numbers };
      }),
  ];
}

/** The names of who lives there, else of who owns it. */
function dwellersOrOwners(parties: readonly Party[]): string {
  const dwellers = dwellersIn(parties);
  const named = dwellers.length > 0 ? dwellers : parties.filter(({ role }) => role === "owner");
  return [...new Set(named.map(({ name }) => name))].join(", ");
}

/** The texts of names are kept, because making them takes longer than comparing them. */
const withTexts = oncePerDatabase(rememberTexts);

/** Something of such a name or with such words, the best first; what is called just so apart. */
function findNamed(db: Db, typed: string, today: Day): { exact: Found[]; others: Found[] } {
  const rankOf = ranking(typed);
  const byRank = new Map<Rank | undefined, Named[]>(ranks.map((rank) => [rank, []]));
  for (const [named, texts] of withTexts(db)([...screens, ...namesIn(db, today)]))
    byRank.get(rankOf(texts))?.push(named);
  const of = (rank: Rank): Found[] =>
    (byRank.get(rank) ?? [])
      .sort(screensFirst)
      .map(({ kind, id, title, detail }) => ({ kind, id, title, ...(detail && { detail }) }));
  return { exact: of("exact"), others: [...of("name"), ...of("words"), ...of("nearly")] };
}

const screensFirst = (one: Named, other: Named): number =>
  Number(other.kind === "screen") - Number(one.kind === "screen") ||
  byValue(one.title, other.title);

/** The words to look for in requests and papers. */
const wordsIn = (typed: string): string[] => sameText(typed).match(/[\p{L}\p{N}]+/gu) ?? [];

const withWords = prepared((db) =>
  db
    .select({
      kind: searchRecords.kind,
      id: searchRecords.recordId,
      title: searchRecords.title,
    })
    .from(searchRecords)
    .innerJoin(sql`search_index`, sql`${searchRecords.id} = search_index.rowid`)
    .where(sql`search_index MATCH ${sql.placeholder("query")}`)
    // The newest first, because there may be very many with a common word.
    .orderBy(sql`search_index.rowid DESC`)
    .limit(mostResults),
);

/** Requests and papers in which every word begins some word. */
const recordsWith = (db: Db, words: readonly string[]): Found[] =>
  words.length === 0
    ? []
    : withWords(db).all({ query: `body : (${words.map((word) => `"${word}"*`).join(" AND ")})` });

const mostFines = 5;

/** What the title of a withdrawn fine ends with. */
export const andWithdrawn = ", withdrawn";

const withdrawnNamed = sql<string>`${fines.reference} || iif(${fines.status} = ${withdrawn}, ${andWithdrawn}, '')`;

const byReference = prepared((db) =>
  db
    .select({ id: fines.id, title: withdrawnNamed })
    .from(fines)
    .where(
      and(
        gte(fines.reference, sql.placeholder("from")),
        lt(fines.reference, sql.placeholder("before")),
      ),
    )
    .orderBy(asc(fines.reference))
    .limit(mostFines),
);

/** Fines whose reference begins with this, with or without its `F-` or the hyphen alone, or a space for it. */
function finesWith(db: Db, typed: string): Found[] {
  const given = typed.toUpperCase().replace(/^F /, "F-");
  // Without the hyphen, an F may also be the first of the six letters and figures.
  const begins = given.startsWith("F-") ? [given.slice(2)] : [given, given.replace(/^F/, "")];
  const found = begins
    .filter((begin) => /^[A-Z0-9]{2,6}$/.test(begin))
    .flatMap((begin) => byReference(db).all({ from: `F-${begin}`, before: `F-${begin}~` }));
  const each = new Map(found.map((fine) => [fine.id, { kind: "fine" as const, ...fine }]));
  return [...each.values()].slice(0, mostFines);
}

/** How many people, units and screens there are at most, so that there is room for the rest. */
const mostNames = 12;

/**
 * Finds people, units, fines by reference, requests, papers and screens for an admin.
 * @param today people's units are those of this day
 */
export function search(db: Db, typed: string, today: Day): Found[] {
  if (!/[\p{L}\p{N}]/u.test(typed)) return [];
  const { exact, others } = findNamed(db, typed, today);
  const records = recordsWith(db, wordsIn(typed));
  const first = [...exact, ...finesWith(db, typed)];
  const room = Math.max(mostNames, mostResults - first.length - records.length);
  return [...first, ...others.slice(0, room), ...records].slice(0, mostResults);
}
