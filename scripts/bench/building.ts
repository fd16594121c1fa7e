import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { newId } from "../../server/database/columns.ts";
import { write } from "../../server/database/open.ts";
import { fineTypes } from "../../server/features/fines/schema.ts";
import { fines } from "../../server/features/fines/table.ts";
import { addPerson } from "../../server/features/people/service.ts";
import { startSession } from "../../server/platform/auth/sessions/sessions.ts";
import { momentOf } from "../../server/platform/clock/clock.ts";
import { openBuilding } from "../../server/platform/installation/database.ts";

const finesEach = 50;
const by = { accountId: null, origin: "bench" };

/**
 * Fills a database with residents who have 50 fines each. Returns one resident and an admin, signed
 * in.
 */
export function fillBuilding(file: string, fineCount: number) {
  const db = openBuilding(file);
  const now = momentOf(new Date(), "Africa/Johannesburg");
  const residents = Array.from({ length: fineCount / finesEach }, (_, number) => ({
    role: "Resident" as const,
    name: `Resident ${number}`,
    surname: "Mokoena",
    username: `resident${number}`,
    email: `resident${number}@example.co.za`,
    cellPhone: "082 123 4567",
    idNumber: "8001015009087",
    address: `Unit ${number}`,
  }));
  const ids = write(db, () => residents.map((person) => addPerson(db, by, person, null, now)));
  const given = (name: string) => sql.placeholder(name);
  const insert = db
    .insert(fines)
    .values({
      id: given("id"),
      residentId: given("residentId"),
      reference: given("reference"),
      type: given("type"),
      amountCents: 45_000,
      reason: "Rent of the month came late",
      status: "Unpaid",
      issuedAt: now.at,
      dueDate: now.today,
      roomNo: "Unit 1",
    })
    .prepare();
  write(db, () => {
    for (let number = 0; number < fineCount; number += 1)
      insert.run({
        id: newId(),
        residentId: ids[number % ids.length],
        reference: `F-${number}`,
        type: fineTypes[number % fineTypes.length],
      });
  });
  const residentId = ids[0] ?? "";
  const days = { idleDays: 30, maxDays: 90 };
  const anna = { ...residents[0], role: "Admin", username: "anna", email: "anna@example.co.za" };
  const adminId = addPerson(db, by, anna as Parameters<typeof addPerson>[2], null, now);
  const [token = "", admin = ""] = [residentId, adminId].map((id) =>
    startSession(db, id, now.at, days),
  );
  db.$client.close();
  return { residentId, token, admin };
}

/** The filled building: one resident, and the session tokens of that resident and of an admin. */
export type Building = ReturnType<typeof fillBuilding>;

/** A data folder with a building, for a server to start on. */
export interface BuildingFolder {
  data: string;
  /** Its database. */
  file: string;
  building: Building;
}

/**
 * Makes identical buildings of 10,000 fines in `folder`: one is filled, then copied before anyone
 * uses it.
 */
export function buildingsIn(folder: string): (name: string) => BuildingFolder {
  const pattern = join(folder, "pattern");
  let building: Building | undefined;
  return (name) => {
    if (!building) {
      mkdirSync(pattern);
      building = fillBuilding(join(pattern, "stoep.db"), 10_000);
    }
    const data = join(folder, name);
    cpSync(pattern, data, { recursive: true });
    return { data, file: join(data, "stoep.db"), building };
  };
}
