import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { day, id, instant, refersTo } from "../../../database/columns.ts";
import { people } from "../../people/table.ts";
import { unitParties } from "../../units/occupancy/table.ts";
import { units } from "../../units/table.ts";
import type { NoticeKind, NoticeState } from "./schema.ts";

/** The condition of an index, as statements must say it to use it. */
export const hasContacts = sql`(email <> '' or telephone <> '')`;

/**
 * A change that an owner or occupant announced: a unit has another owner, or somebody moves in or
 * out (STSMA s 13(1)(f)). Nothing of it is in the register until an admin confirms it.
 */
export const changeNotices = sqliteTable(
  "change_notices",
  {
    id: id(),
    kind: text().$type<NoticeKind>().notNull(),
    unitId: refersTo(() => units.id),
    announcedBy: refersTo(() => people.id),
    announcedAt: instant().notNull(),
    /** The day from which the change counts; confirming can correct it. */
    day: day().notNull(),
    /** The one who comes, or moves out without being in the register. Empty where `partyId` says it. */
    name: text().notNull().default(""),
    /** Empty for a company or trust. */
    surname: text().notNull().default(""),
    email: text().notNull().default(""),
    telephone: text().notNull().default(""),
    note: text().notNull().default(""),
    /** The one who moves out, as the register has them. */
    partyId: text().references(() => unitParties.id, { onDelete: "set null" }),
    state: text().$type<NoticeState>().notNull(),
    decidedBy: text().references(() => people.id),
    decidedAt: instant(),
    /** Why it was refused. */
    reason: text().notNull().default(""),
    /** The one who comes or leaves, in the register; null until that is known. */
    personId: text().references(() => people.id),
  },
  (t) => [
    index("change_notices_announcer").on(t.announcedBy, t.id),
    // For how many wait: of everybody on the admin's dashboard, and of one person.
    index("change_notices_waiting").on(t.announcedBy, t.announcedAt).where(sql`state = 'Waiting'`),
    // For those whose contacts go some days after they were decided.
    index("change_notices_contacts").on(t.decidedAt).where(hasContacts),
    // Adding people, and removing what notices point to, asks whether there are any.
    index("change_notices_unit").on(t.unitId),
    index("change_notices_party").on(t.partyId),
    index("change_notices_person").on(t.personId, t.id),
    index("change_notices_decider").on(t.decidedBy),
  ],
);
