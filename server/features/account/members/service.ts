import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { type Db, prepared } from "../../../database/open.ts";
import { fromOldest, type Page, pageOf } from "../../../database/pagination.ts";
import type { Role } from "../../../platform/auth/schema.ts";
import { accounts } from "../../../platform/auth/table.ts";
import type { Day } from "../../../platform/clock/clock.ts";
import { addPerson } from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { addressesOn, moveInAt } from "../../units/occupancy/homes.ts";

const ofRole = prepared((db) =>
  db
    .select({
      id: accounts.id,
      role: accounts.role,
      name: people.name,
      surname: people.surname,
      username: accounts.username,
      email: people.email,
      address: people.address,
      cellPhone: people.cellPhone,
      maintenanceType: accounts.maintenanceType,
    })
    .from(accounts)
    .innerJoin(people, eq(people.id, accounts.id))
    .where(
      and(
        eq(accounts.role, sql.placeholder("role")),
        isNull(accounts.removedAt),
        gt(accounts.id, sql.placeholder("cursor")),
      ),
    )
    .orderBy(asc(accounts.id))
    .limit(sql.placeholder("limit")),
);

/** The people of one role with where they live today, in the order they joined, without ID numbers. */
export function membersOf(db: Db, role: Role, page: Page, today: Day) {
  const addressOf = addressesOn(db, today);
  const { rows, nextCursor } = pageOf(page, fromOldest, (cursor, limit) =>
    ofRole(db).all({ role, cursor, limit }),
  );
  return { rows: rows.map((row) => ({ ...row, address: addressOf(row) })), nextCursor };
}

/**
 * Adds somebody who signs in. Somebody with a unit's label for an address lives there from today on.
 * Returns their id; takes and throws what `addPerson` does.
 */
export function addMember(...args: Parameters<typeof addPerson>): string {
  const [db, by, details, password, now, welcome] = args;
  return addPerson(db, by, details, password, now, (id) => {
    moveInAt(db, { id, address: details.address ?? "" }, now);
    welcome?.(id);
  });
}
