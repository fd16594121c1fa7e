import { isIP } from "node:net";
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { newId } from "../../../database/columns.ts";
import { type Db, prepared, write } from "../../../database/open.ts";
import { wholeOf } from "../../../database/pagination.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../../platform/audit/audit.ts";
import { auditEvents } from "../../../platform/audit/table.ts";
import { accountByName, cameByProvider, newAccount } from "../../../platform/auth/accounts.ts";
import { isOpen, issueLink, replaceLinks } from "../../../platform/auth/links/links.ts";
import { passwordPurposes } from "../../../platform/auth/schema.ts";
import { codeFor, hashToken } from "../../../platform/auth/secrets.ts";
import { accounts, credentials, links } from "../../../platform/auth/table.ts";
import { newUsername } from "../../../platform/auth/usernames.ts";
import type { Day, Instant, Moment } from "../../../platform/clock/clock.ts";
import { bareHost, isOfMachine } from "../../../platform/https/names.ts";
import { nameKey } from "../../../platform/validation/keys.ts";
import { countWithoutLogin, isOneOf } from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { addressesOn, livesElsewhere } from "../../units/occupancy/homes.ts";
import type { PartyRole } from "../../units/occupancy/schema.ts";
import { labelOf, partiesByUnit } from "../../units/occupancy/service.ts";
import { unitParties } from "../../units/occupancy/table.ts";
import { accountError } from "../errors.ts";
import type { PrintOrder } from "./schema.ts";

const made = "sheets.make";
const printed = "sheets.print";

/**
 * How long the codes of owners who live elsewhere work, in days: their sheets go by post, or are
 * shared and used when they next come by.
 */
const daysElsewhere = 30;

/** When a person's latest invite was printed. */
const lastPrintedAt = sql<string | null>`(SELECT max(${auditEvents.at}) FROM ${auditEvents}
  WHERE ${auditEvents.subjectId} = ${accounts.id} AND ${auditEvents.action} = ${printed})`;
const hasNoPassword = or(isNull(credentials.accountId), isNotNull(credentials.unusedUntil));

const hasNotJoined = and(
  inArray(accounts.role, ["Resident", "Staff"]),
  isNull(accounts.removedAt),
  // One CASE expression, because SQLite would otherwise search everybody's audit entries first.
  sql`CASE WHEN ${hasNoPassword} THEN NOT ${cameByProvider} END`,
);

/**
 * Whether somebody waits to join: not a resident who had a unit, and has none any more and none to come.
 * What was entered by mistake, for one day, says nothing.
 */
const isWaiting = sql<0 | 1>`(${accounts.role} = 'Staff' OR coalesce(
  (SELECT max(coalesce(${unitParties.until}, '9999')) FROM ${unitParties}
    WHERE ${unitParties.personId} = ${accounts.id} AND ${unitParties.until} IS NOT ${unitParties.since}),
  '9999') > ${sql.placeholder("today")})`;

/** Residents and staff who have not signed in yet, with no password or an unused first one. */
const findWaiting = prepared((db) =>
  db
    .select({
      id: accounts.id,
      name: people.name,
      surname: people.surname,
      username: accounts.username,
      address: people.address,
      since: accounts.createdAt,
      printedAt: lastPrintedAt,
    })
    .from(accounts)
    .innerJoin(people, eq(people.id, accounts.id))
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(and(hasNotJoined, isWaiting))
    .orderBy(asc(accounts.id))
    .limit(sql.placeholder("limit")),
);

/** The roles in a unit whose people log in: agents and banks do not. */
const joining: readonly PartyRole[] = ["owner", "tenant", "occupant"];

/** The given people of the register who have no login; companies and trusts can have none. */
const withoutLogin = (db: Db, ids: readonly string[], areCompanies: boolean) =>
  db
    .select({
      id: people.id,
      name: people.name,
      surname: people.surname,
      username: sql<string>`''`,
      address: people.address,
      since: people.createdAt,
      printedAt: sql<string | null>`NULL`,
    })
    .from(people)
    .leftJoin(accounts, eq(accounts.id, people.id))
    .where(
      and(
        isOneOf(ids),
        isNull(accounts.id),
        isNull(people.removedAt),
        eq(people.juristic, areCompanies),
      ),
    )
    .orderBy(asc(people.id))
    .all();

/** People who own a unit or live in one: a printed invite gives them a login if they have none. */
function couldJoin(db: Db, today: Day): string[] {
  const parties = [...partiesByUnit(db, today).values()].flat();
  return parties.flatMap(({ role, personId }) => (joining.includes(role) ? [personId] : []));
}

/** The labels of the units that people have now in one of these roles, by person. */
function unitsBy(db: Db, today: Day, roles: readonly PartyRole[]): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const [unitId, parties] of partiesByUnit(db, today))
    for (const { role, personId } of parties)
      if (roles.includes(role))
        found.set(personId, (found.get(personId) ?? new Set()).add(labelOf(db, unitId) ?? ""));
  return new Map([...found].map(([personId, labels]) => [personId, [...labels]]));
}

/**
 * Residents and staff who have not signed in yet, and who could. `ownsFromElsewhere` are the units of
 * an owner who lives in none of them, whose door is not theirs; for others it is empty.
 * @throws request.list_too_long
 */
function waitingOf(db: Db, today: Day) {
  const owned = unitsBy(db, today, ["owner"]);
  const addressOf = addressesOn(db, today);
  const joined = wholeOf((limit) => findWaiting(db).all({ limit, today }));
  return [...joined, ...withoutLogin(db, couldJoin(db, today), false)].map((person) => {
    const units = owned.get(person.id) ?? [];
    const isElsewhere = units.length > 0 && livesElsewhere(db, person.id, today);
    const address = addressOf(person);
    return { ...person, address, ownsFromElsewhere: isElsewhere ? units : [] };
  });
}

/** Companies and trusts with the units they own or rent: they cannot sign in, so they get no sheet. */
export function companiesWithoutSheet(db: Db, today: Day) {
  const theirs = unitsBy(db, today, joining);
  return withoutLogin(db, [...theirs.keys()], true)
    .map(({ id, name }) => ({ id, name, units: theirs.get(id) ?? [] }))
    .sort((a, b) => collator.compare(a.name, b.name));
}

const hasInvite = sql`EXISTS (SELECT 1 FROM ${links} WHERE ${links.accountId} = ${accounts.id}
  AND ${links.purpose} = 'invite' AND ${isOpen} AND ${links.expiresAt} > ${sql.placeholder("now")})`;

const countHasNotJoined = prepared((db) =>
  db
    .select({
      notJoined: count(),
      waiting: sql<number>`coalesce(sum(${isWaiting}), 0)`,
      invited: sql<number>`coalesce(sum(${isWaiting} AND ${hasInvite}), 0)`,
      oldest: sql<Instant | null>`min(CASE WHEN ${isWaiting} AND NOT ${hasInvite} THEN ${accounts.createdAt} END)`,
    })
    .from(accounts)
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(hasNotJoined),
);

/**
 * How many residents and staff have not joined, how many of them wait to, how many of those have an
 * invite that works, how many more could join if they had a login, and since when the first without an
 * invite waits.
 */
export function countWaiting(db: Db, now: Moment) {
  const known = countHasNotJoined(db).get({ now: now.at, today: now.today });
  const others = countWithoutLogin(db) > 0 ? withoutLogin(db, couldJoin(db, now.today), false) : [];
  const [oldest = null] = [known?.oldest ?? [], ...others.map(({ since }) => since)].flat().sort();
  const { notJoined = 0, waiting = 0, invited = 0 } = known ?? {};
  return { notJoined, waiting, invited, withoutLogin: others.length, oldest };
}

/** A link that nobody has used or replaced, and that still works. */
const works = (now: Moment) => and(isOpen, gt(links.expiresAt, now.at));

/** Whether a link was printed: its audit entry has the same time. */
const wasPrinted = sql<0 | 1>`EXISTS (SELECT 1 FROM ${auditEvents}
  WHERE ${auditEvents.subjectId} = ${links.accountId} AND ${auditEvents.action} = ${printed}
  AND ${auditEvents.at} = ${links.createdAt})`;

interface PersonInUnit {
  id: string;
  name: string;
  surname: string;
  address: string;
  ownsFromElsewhere: readonly string[];
}

/**
 * The people behind one door, or one person without a unit, whose name it gets, or an owner who lives
 * elsewhere, with the units they own.
 */
interface Unit<Person> {
  id: string;
  name: string;
  isElsewhere: boolean;
  people: Person[];
}

const collator = new Intl.Collator("en-ZA", { numeric: true });

/**
 * Groups people by unit, with Unit 2 before Unit 10. People without a unit come after them, and owners
 * who live elsewhere last, each in a group of their own.
 */
export function byUnit<Person extends PersonInUnit>(people: readonly Person[]): Unit<Person>[] {
  const homes = new Map<string, Unit<Person>>();
  const homeless: Unit<Person>[] = [];
  const elsewhere: Unit<Person>[] = [];
  for (const person of people) {
    const { id, name, surname, address, ownsFromElsewhere: owned } = person;
    const key = nameKey(address).replace(/\s+/g, " ");
    const isElsewhere = owned.length > 0;
    const alone = { id, name: `${name} ${surname}`, isElsewhere, people: [person] };
    if (isElsewhere) elsewhere.push({ ...alone, name: owned.join(", ") });
    else if (key === "") homeless.push(alone);
    else if (!homes.get(key)?.people.push(person))
      homes.set(key, { ...alone, id: key, name: address });
  }
  return [[...homes.values()], homeless, elsewhere].flatMap((units) =>
    units.sort((a, b) => collator.compare(a.name, b.name)),
  );
}

/**
 * Everybody who has not signed in yet, by unit, with their last printed invite: `until` is null if
 * it no longer works. Whoever has no login yet has an empty username. This needs no pages: a building
 * has hundreds of people, not thousands.
 */
export function waitingByUnit(db: Db, now: Moment) {
  const { accountId, createdAt, expiresAt } = links;
  const valid = db
    .select({ accountId, createdAt, expiresAt })
    .from(links)
    .where(and(eq(links.purpose, "invite"), works(now)))
    .all();
  const invites = new Map(valid.map((invite) => [invite.accountId, invite]));
  const people = waitingOf(db, now.today).map(({ printedAt, ...person }) => {
    const invite = invites.get(person.id);
    // Another link may have replaced the printed one.
    const until = invite?.createdAt === printedAt ? invite?.expiresAt : undefined;
    return { ...person, sheet: printedAt ? { printedAt, until: until ?? null } : null };
  });
  return byUnit(people);
}

/** The newest valid printed invite or link from an admin, which a new one replaces; or null. */
export function handedOut(db: Db, accountId: string, now: Moment) {
  // Without links that people requested themselves; those do not concern the admin.
  const fromAdmin = inArray(links.purpose, ["invite", "reset"]);
  const open = db
    .select({ createdAt: links.createdAt, until: links.expiresAt, isPrinted: wasPrinted })
    .from(links)
    .where(and(eq(links.accountId, accountId), fromAdmin, works(now)))
    .all();
  const [link] = open.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  if (!link) return null;
  return { kind: link.isPrinted ? ("sheet" as const) : ("link" as const), until: link.until };
}

/** The open link of a code, on a sheet that was handed out or not yet. */
const sheetOf = (db: Db, code: string, now: Moment) =>
  db
    .select()
    .from(links)
    .where(
      and(
        eq(links.tokenHash, hashToken(code)),
        inArray(links.purpose, ["sheet", "invite"]),
        works(now),
      ),
    )
    .get();

/**
 * Creates a new code for each person, and a login for those who have none. Their earlier links and
 * sheets work on until `handOut`, but for sheets that were never handed out. The codes are returned
 * but not stored. Repeating the request with its idempotency key returns the
 * same codes, until one of them stops working or the process restarts; then it is refused.
 * @throws sheets.not_waiting if somebody has signed in already, was removed or is unknown; then no
 *   code is created
 * @throws sheets.told, request.key_reused
 */
export function makePrintedInvites(db: Db, by: Actor, order: PrintOrder, now: Moment) {
  return write(db, () => {
    const waiting = new Map(waitingOf(db, now.today).map((person) => [person.id, person]));
    const chosen = order.people.flatMap((id) => waiting.get(id) ?? []);
    if (chosen.length < order.people.length)
      throw accountError("sheets.not_waiting", { field: "people" });
    const people = giveLogins(db, by, chosen, now);
    const batch = createOnce(db, by, now.at, { action: made, input: order }, () => {
      const id = newId();
      for (const person of people) {
        const days = person.ownsFromElsewhere.length > 0 ? daysElsewhere : undefined;
        const code = codeFor(id, person.id);
        const { expiresAt } = issueLink(db, "sheet", person.id, now.at, code, days);
        const after = { until: expiresAt };
        recordChange(db, by, now.at, { action: made, subjectId: person.id, after });
      }
      return id;
    });
    const sheets = people.map(({ since: _, printedAt: __, ...person }) => {
      const code = codeFor(batch, person.id);
      const sheet = sheetOf(db, code, now);
      if (!sheet) throw accountError("sheets.told");
      return { ...person, code, until: sheet.expiresAt };
    });
    return byUnit(sheets);
  });
}

/**
 * Gives those a login who have none: the same person of the register then signs in. An email that
 * somebody else has too signs nobody in.
 */
function giveLogins(db: Db, by: Actor, chosen: ReturnType<typeof waitingOf>, now: Moment) {
  if (chosen.every(({ username }) => username !== "")) return chosen;
  const emails = emailsOf(db);
  const isTaken = { has: (name: string) => accountByName(db, name) !== undefined };
  return chosen.map((person) => {
    if (person.username !== "") return person;
    const email = emails.byPerson.get(person.id) ?? "";
    const username = newUsername({ ...person, email }, isTaken);
    const signsIn = email !== "" && emails.holders.get(email) === 1 && !isTaken.has(email);
    const account = newAccount(person.id, { role: "Resident", username, email }, now.at);
    db.insert(accounts)
      .values({ ...account, emailKey: signsIn ? account.emailKey : null })
      .run();
    const after = { username };
    recordChange(db, by, now.at, { action: "sheets.give_login", subjectId: person.id, after });
    return { ...person, username };
  });
}

/** The emails of the register by person, for comparison, and how many people have each. */
function emailsOf(db: Db) {
  const { id, email } = people;
  const rows = db.select({ id, email }).from(people).where(isNull(people.removedAt)).all();
  const byPerson = new Map(rows.map((row) => [row.id, nameKey(row.email)]));
  const holders = new Map<string, number>();
  for (const key of byPerson.values()) holders.set(key, (holders.get(key) ?? 0) + 1);
  return { byPerson, holders };
}

/**
 * Sheets are printed or shared now: from here on only their codes let these people in, and the links
 * and sheets that they had before end. Whoever has used their code already, or was handed it before,
 * keeps what they have.
 * @throws sheets.replaced if a code does not work any more, because another link was made meanwhile;
 *   the others are handed out all the same
 */
export function handOut(db: Db, by: Actor, codes: readonly string[], now: Moment): void {
  const replaced = write(db, () => codes.filter((code) => !handOutOne(db, by, code, now)));
  if (replaced.length === codes.length) throw accountError("sheets.replaced");
  if (replaced.length > 0)
    throw accountError("sheets.replaced", {
      message: `Newer sheets or links were made for these people meanwhile, so these codes do not work: ${replaced.map(inGroups).join(", ")}. Make new sheets for them.`,
    });
}

/** A code as it is on a sheet: K7QM-4XPD-9RTW. */
export const inGroups = (code: string): string => code.replace(/.{4}\B/g, "$&-");

/** Whether the code lets somebody in, or has. */
function handOutOne(db: Db, by: Actor, code: string, now: Moment): boolean {
  const sheet = sheetOf(db, code, now);
  if (!sheet) return wasUsed(db, code);
  const { id, accountId, purpose, expiresAt } = sheet;
  if (purpose === "invite" || accountId === null) return true;
  replaceLinks(db, accountId, passwordPurposes, now.at);
  // The list and `handedOut` know a sheet by the instant of its audit entry.
  const handedOut = { purpose: "invite", createdAt: now.at, replacedAt: null } as const;
  db.update(links).set(handedOut).where(eq(links.id, id)).run();
  const after = { until: expiresAt };
  recordChange(db, by, now.at, { action: printed, subjectId: accountId, after });
  return true;
}

/** Whether somebody chose their password with a code, from the screen or a sheet. */
const wasUsed = (db: Db, code: string): boolean =>
  db
    .select({ usedAt: links.usedAt })
    .from(links)
    .where(and(eq(links.tokenHash, hashToken(code)), isNotNull(links.usedAt)))
    .get() !== undefined;

/**
 * From where the address on a printed invite can be reached: only on this machine; in the network
 * while the machine keeps its IP address; or permanently by name.
 */
export function reachOf(origin: string): "machine" | "number" | "name" {
  const host = bareHost(new URL(origin).hostname);
  if (isOfMachine(host)) return "machine";
  return isIP(host) ? "number" : "name";
}
