import { isIP } from "node:net";
import { and, asc, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { newId } from "../../database/columns.ts";
import { type Db, prepared, write } from "../../database/open.ts";
import { wholeOf } from "../../database/pagination.ts";
import { AppError } from "../../errors.ts";
import { type Actor, createOnce, recordChange } from "../../platform/audit/audit.ts";
import { auditEvents } from "../../platform/audit/table.ts";
import { nameKey } from "../../platform/auth/accounts.ts";
import { isOpen, issueLink, replaceLinks } from "../../platform/auth/links/links.ts";
import { passwordPurposes } from "../../platform/auth/schema.ts";
import { codeFor, hashToken } from "../../platform/auth/secrets.ts";
import { accounts, credentials, links } from "../../platform/auth/table.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import type { PrintOrder } from "./schema.ts";

const printed = "sheets.print";

/** When a person's latest sheet was made, and whether they came in by a provider, of which no credential tells. */
const lastPrint = sql<string | null>`(SELECT max(${auditEvents.at}) FROM ${auditEvents}
  WHERE ${auditEvents.subjectId} = ${accounts.id} AND ${auditEvents.action} = ${printed})`;
const cameByProvider = sql`EXISTS (SELECT 1 FROM ${auditEvents}
  WHERE ${auditEvents.actorId} = ${accounts.id} AND ${auditEvents.action} = 'auth.oidc_sign_in')`;
const hasNoPassword = or(isNull(credentials.accountId), isNotNull(credentials.unusedUntil));

/** Residents and staff who have not signed in yet: without a password, or with a first one nobody used. */
const findWaiting = prepared((db) =>
  db
    .select({
      id: accounts.id,
      name: accounts.name,
      surname: accounts.surname,
      username: accounts.username,
      address: accounts.address,
      since: accounts.createdAt,
      printedAt: lastPrint,
    })
    .from(accounts)
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(
      and(
        inArray(accounts.role, ["Resident", "Staff"]),
        isNull(accounts.removedAt),
        // In one, else SQLite would look through everybody's doings first.
        sql`CASE WHEN ${hasNoPassword} THEN NOT ${cameByProvider} END`,
      ),
    )
    .orderBy(asc(accounts.id))
    .limit(sql.placeholder("limit"))
    .prepare(),
);

/** @throws request.list_too_long */
const waitingOf = (db: Db) => wholeOf((limit) => findWaiting(db).all({ limit }));

/** Invites that still work. */
const findInvites = prepared((db) =>
  db
    .select({
      accountId: links.accountId,
      tokenHash: links.tokenHash,
      createdAt: links.createdAt,
      expiresAt: links.expiresAt,
    })
    .from(links)
    .where(and(eq(links.purpose, "invite"), isOpen, gt(links.expiresAt, sql.placeholder("now"))))
    .prepare(),
);

const invitesOf = (db: Db, now: Moment) =>
  new Map(
    findInvites(db)
      .all({ now: now.at })
      .map(({ accountId, ...invite }) => [accountId, invite]),
  );

/** Whether a link is the code on a sheet, which is noted in the trail at the same instant. */
const wasPrinted = sql<0 | 1>`EXISTS (SELECT 1 FROM ${auditEvents}
  WHERE ${auditEvents.subjectId} = ${links.accountId} AND ${auditEvents.action} = ${printed}
  AND ${auditEvents.at} = ${links.createdAt})`;

const findHandedOut = prepared((db) =>
  db
    .select({ createdAt: links.createdAt, until: links.expiresAt, isPrinted: wasPrinted })
    .from(links)
    .where(
      and(
        eq(links.accountId, sql.placeholder("accountId")),
        // Not those that the person asked for: nobody is waiting for an admin's word about them.
        inArray(links.purpose, ["invite", "reset"]),
        isOpen,
        gt(links.expiresAt, sql.placeholder("now")),
      ),
    )
    .prepare(),
);

interface PersonInUnit {
  id: string;
  name: string;
  surname: string;
  address: string;
}

/** People of one unit, or one person without a unit, who then gives the name. */
interface Unit<Person> {
  id: string;
  name: string;
  people: Person[];
}

const collator = new Intl.Collator("en-ZA", { numeric: true });
const fullName = ({ name, surname }: PersonInUnit) => `${name} ${surname}`;

/**
 * Puts people together by unit, Unit 2 before Unit 10; those without one come last, each alone:
 * their code is nobody's business but theirs.
 */
export function byUnit<Person extends PersonInUnit>(people: readonly Person[]): Unit<Person>[] {
  const homes = new Map<string, Unit<Person>>();
  const homeless: Unit<Person>[] = [];
  for (const person of people) {
    const key = nameKey(person.address).replace(/\s+/g, " ");
    const home = homes.get(key);
    if (key === "") homeless.push({ id: person.id, name: fullName(person), people: [person] });
    else if (home) home.people.push(person);
    else homes.set(key, { id: key, name: person.address, people: [person] });
  }
  const sorted = (units: Iterable<Unit<Person>>) =>
    [...units].sort((a, b) => collator.compare(a.name, b.name));
  return [...sorted(homes.values()), ...sorted(homeless)];
}

/**
 * Who has not signed in yet, by unit, and what became of their last sheet: `until` when it works, or
 * null when it does not any more. All of them: a building has hundreds of people, not thousands.
 */
export function whoWaits(db: Db, now: Moment) {
  const invites = invitesOf(db, now);
  const people = waitingOf(db).map(({ printedAt, ...person }) => {
    const invite = invites.get(person.id);
    // Another link may have taken the sheet's place.
    const until = invite?.createdAt === printedAt ? invite?.expiresAt : undefined;
    return { ...person, sheet: printedAt ? { printedAt, until: until ?? null } : null };
  });
  return byUnit(people);
}

/**
 * The newest sheet or link an admin handed to somebody, while it still works: a new one would replace
 * it. Null: there is none.
 */
export function handedOut(db: Db, accountId: string, now: Moment) {
  const open = findHandedOut(db).all({ accountId, now: now.at });
  const [link] = open.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  if (!link) return null;
  return { kind: link.isPrinted ? ("sheet" as const) : ("link" as const), until: link.until };
}

/**
 * Makes a new code for each person; their earlier links and sheets stop working. The codes are
 * answered and nowhere kept. Sent again with the same idempotency key, the same sheets are answered
 * while every code still works and the process is the same; else none, because nothing can tell them.
 * @throws sheets.not_waiting when somebody is in already, was removed or never was; then none is made
 * @throws sheets.told, request.key_reused
 */
export function makePrintedInvites(db: Db, by: Actor, order: PrintOrder, now: Moment) {
  return write(db, () => {
    const waiting = new Map(waitingOf(db).map((person) => [person.id, person]));
    const people = order.people.flatMap((id) => waiting.get(id) ?? []);
    if (people.length < order.people.length)
      throw new AppError("sheets.not_waiting", { field: "people" });
    const batch = createOnce(db, by, now.at, { action: printed, input: order }, () => {
      const id = newId();
      for (const person of people)
        makePrintedInvite(db, by, person.id, codeFor(id, person.id), now);
      return id;
    });
    const invites = invitesOf(db, now);
    const printedInvites = people.map(({ id, name, surname, username, address }) => {
      const code = codeFor(batch, id);
      const invite = invites.get(id);
      if (invite?.tokenHash !== hashToken(code)) throw new AppError("sheets.told");
      return { id, name, surname, username, address, code, until: invite.expiresAt };
    });
    return byUnit(printedInvites);
  });
}

function makePrintedInvite(db: Db, by: Actor, accountId: string, code: string, now: Moment): void {
  replaceLinks(db, accountId, passwordPurposes, now.at);
  const { expiresAt } = issueLink(db, "invite", accountId, now.at, code);
  const after = { until: expiresAt };
  recordChange(db, by, now.at, { action: printed, subjectId: accountId, after });
}

/**
 * How far the house's own address on a sheet leads: to this machine only; to it while the network
 * leaves it its number; or there for good, by a name.
 */
export function reachOf(origin: string): "machine" | "number" | "name" {
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, "");
  if (host === "localhost" || host === "::1" || host.startsWith("127.")) return "machine";
  return isIP(host) ? "number" : "name";
}
