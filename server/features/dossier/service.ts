import { asc, eq } from "drizzle-orm";
import type { Db } from "../../db.ts";
import { AppError } from "../../errors.ts";
import { type Actor, recordChange } from "../../platform/audit/audit.ts";
import { auditEvents } from "../../platform/audit/table.ts";
import { concerns, entries } from "../../platform/audit/trail.ts";
import { erasesContent } from "../../platform/audit/verify.ts";
import { accountEver } from "../../platform/auth/accounts.ts";
import { passkeys, secondFactors, sessions, tokens } from "../../platform/auth/table.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import { openIdNumber } from "../../platform/identity/identity.ts";
import { readSetting } from "../../platform/settings/settings.ts";
import { announcements } from "../announcements/table.ts";
import { fines } from "../fines/table.ts";
import { maintenanceRequests } from "../maintenance/table.ts";
import { paymentProofs } from "../proofs/table.ts";
import { visits } from "../visitors/table.ts";

/** Who the person is; a number that cannot be read is said to be so and holds up nothing. */
function whoIs(db: Db, id: string) {
  const account = accountEver(db, id);
  if (!account) throw new AppError("people.unknown", { field: "profileId" });
  const { usernameKey: _, emailKey: __, ...card } = account;
  try {
    return { ...card, idNumber: openIdNumber(db, id, card.idNumber) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...card, idNumber: error.message };
  }
}

/** What the trail tells of a person: what they did, and what was done to them; of others only who. */
const trailOf = (db: Db, id: string) =>
  entries(db)
    .where(concerns(id))
    .orderBy(asc(auditEvents.seq))
    .all()
    .map((entry) => {
      const { at, action, who: by, before, after, origin, device } = entry;
      return {
        ...{ at, action, by },
        ...(entry.actorId === id && { origin, device }),
        ...(erasesContent(entry, id) && { before, after }),
      };
    });

/** Everything the building keeps of one person. @throws people.unknown */
export function dossierOf(db: Db, id: string, now: Moment) {
  const proofs = db
    .select()
    .from(paymentProofs)
    .where(eq(paymentProofs.uploadedBy, id))
    .orderBy(asc(paymentProofs.id))
    .all();
  const told = {
    building: readSetting(db, "buildingName"),
    madeAt: now.at,
    person: whoIs(db, id),
    fines: db.select().from(fines).where(eq(fines.residentId, id)).orderBy(asc(fines.id)).all(),
    paymentProofs: proofs.map(({ storedName, ...proof }, index) => ({
      ...proof,
      file: fileIn(index, storedName),
    })),
    maintenanceRequests: db
      .select()
      .from(maintenanceRequests)
      .where(eq(maintenanceRequests.residentId, id))
      .orderBy(asc(maintenanceRequests.id))
      .all(),
    visits: db.select().from(visits).where(eq(visits.residentId, id)).orderBy(asc(visits.id)).all(),
    announcements: db
      .select()
      .from(announcements)
      .where(eq(announcements.authorId, id))
      .orderBy(asc(announcements.id))
      .all(),
    signedInBrowsers: db
      .select(sessionColumns)
      .from(sessions)
      .where(eq(sessions.accountId, id))
      .all(),
    passkeys: db
      .select({
        label: passkeys.label,
        createdAt: passkeys.createdAt,
        lastUsedAt: passkeys.lastUsedAt,
      })
      .from(passkeys)
      .where(eq(passkeys.accountId, id))
      .all(),
    secondStep: db
      .select({ since: secondFactors.confirmedAt })
      .from(secondFactors)
      .where(eq(secondFactors.accountId, id))
      .all(),
    tokens: db
      .select({ label: tokens.label, createdAt: tokens.createdAt, lastUsedAt: tokens.lastUsedAt })
      .from(tokens)
      .where(eq(tokens.accountId, id))
      .all(),
    auditTrail: trailOf(db, id),
  };
  const files = proofs.map(({ storedName, uploadedAt }, index) => ({
    ...{ storedName, uploadedAt, name: fileIn(index, storedName) },
  }));
  return { told, files };
}

/** Never the tokens, not even their hashes. */
const sessionColumns = {
  createdAt: sessions.createdAt,
  lastSeenAt: sessions.lastSeenAt,
  expiresAt: sessions.expiresAt,
  userAgent: sessions.userAgent,
  address: sessions.address,
};

/** A name of ours: what people called it is in data.json, and might be no file's name elsewhere. */
const fileIn = (index: number, storedName: string) =>
  `files/proof-${index + 1}.${storedName.split(".").at(-1)}`;

/** That somebody's data were taken away whole. */
export function noteDossier(db: Db, by: Actor, id: string, now: Moment): void {
  recordChange(db, by, now.at, { action: "privacy.export", subjectId: id });
}
