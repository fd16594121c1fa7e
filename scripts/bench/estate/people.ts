import { join } from "node:path";
import { eq, isNull } from "drizzle-orm";
import { write } from "../../../server/database/open.ts";
import { fines } from "../../../server/features/fines/table.ts";
import { memberById } from "../../../server/features/people/service.ts";
import { people } from "../../../server/features/people/table.ts";
import { addressOf } from "../../../server/features/units/occupancy/homes.ts";
import { visits } from "../../../server/features/visitors/table.ts";
import type { Role } from "../../../server/platform/auth/schema.ts";
import { startSession } from "../../../server/platform/auth/sessions/sessions.ts";
import { rowCounts } from "../../../server/platform/backup/archive/inspect.ts";
import { type Moment, plusDays } from "../../../server/platform/clock/clock.ts";
import { openBuilding } from "../../../server/platform/installation/database.ts";

/** A person who signed in some days ago and has not been back since. */
export interface Neighbour {
  id: string;
  role: Role;
  name: string;
  surname: string;
  username: string;
  email: string;
  address: string;
  maintenanceType: string | null;
  token: string;
}

export interface Estate {
  residents: Neighbour[];
  staff: Neighbour[];
  admins: Neighbour[];
  /** The visits of people who are still inside, and fines that wait for a proof. */
  present: string[];
  unpaid: { id: string; residentId: string }[];
  rows: Record<string, number>;
}

/** Everyone in a filled data folder, each with a session and with the address of today. */
export function peopleIn(data: string, now: Moment): Estate {
  const db = openBuilding(join(data, "stoep.db"));
  const signedInAt = plusDays(now.at, -2);
  const days = { idleDays: 30, maxDays: 90 };
  const everybody = write(db, () =>
    db
      .select({ id: people.id })
      .from(people)
      .all()
      .map(({ id }) => {
        const person = memberById(db, id);
        const address = addressOf(db, person, now.today);
        return { ...person, address, token: startSession(db, id, signedInAt, days) };
      }),
  );
  const present = db.select({ id: visits.id }).from(visits).where(isNull(visits.signedOutAt)).all();
  const unpaid = db
    .select({ id: fines.id, residentId: fines.residentId })
    .from(fines)
    .where(eq(fines.status, "Unpaid"))
    .all();
  const rows = rowCounts(db.$client);
  db.$client.close();
  const of = (role: Role) => everybody.filter((each) => each.role === role);
  return {
    residents: of("Resident"),
    staff: of("Staff"),
    admins: of("Admin"),
    present: present.map(({ id }) => id),
    unpaid,
    rows,
  };
}
