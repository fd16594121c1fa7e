import { and, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import { type Db, prepared } from "../../database/open.ts";
import { wholeOf } from "../../database/pagination.ts";
import { accounts } from "../../platform/auth/table.ts";
import type { Day } from "../../platform/clock/clock.ts";
import { maskedIdNumber } from "../../platform/idNumbers/idNumbers.ts";
import { people } from "../people/table.ts";
import { everyParty } from "../units/occupancy/service.ts";
import { unitsOf } from "../units/service.ts";

const { idNumber: _, ...columns } = getTableColumns(people);
const { role, emailKey, usernameKey } = accounts;

const peopleWhere = (where?: SQL) => {
  const query = prepared((db) =>
    db
      .select({ ...columns, role, emailKey, usernameKey })
      .from(people)
      .leftJoin(accounts, and(eq(accounts.id, people.id), isNull(accounts.removedAt)))
      .where(where)
      .limit(sql.placeholder("limit")),
  );
  return (db: Db) => wholeOf((limit) => query(db).all({ limit }));
};

/** Everybody who was not removed, with their account if they have one. @throws request.list_too_long */
export const everybody = peopleWhere(isNull(people.removedAt));
/** The same with those who were removed since. */
export const everybodyEver = peopleWhere();

/** Somebody who is in the register. */
export type Neighbour = ReturnType<typeof everybody>[number];

const sealedNumber = (db: Db, id: string): string =>
  db.select({ idNumber: people.idNumber }).from(people).where(eq(people.id, id)).get()?.idNumber ??
  "";

const lastDay = "9999-12-31";

/** The existing data that a plan depends on. @throws request.list_too_long */
export function registerOf(db: Db, today: Day) {
  const units = unitsOf(db, today);
  const ids = new Set(units.map(({ id }) => id));
  /** The units that begin on a later day. */
  const later = unitsOf(db, lastDay).filter(({ id }) => !ids.has(id));
  /** Somebody's ID or registration number, masked; "" if it is unknown. */
  const maskedNumberOf = ({ id }: Neighbour) => maskedIdNumber(db, id, sealedNumber(db, id));
  return { people: everybody(db), units, later, parties: everyParty(db), maskedNumberOf };
}
export type Register = Readonly<ReturnType<typeof registerOf>>;
