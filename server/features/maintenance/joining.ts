import { and, desc, eq, inArray, ne } from "drizzle-orm";
import { type Db, write } from "../../database/open.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { recordChange } from "../../platform/audit/audit.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import { maintenanceError } from "./errors.ts";
import { isClosed } from "./list.ts";
import { insertAnswer } from "./notes.ts";
import { pick } from "./planning.ts";
import { type Joining, requestTypes } from "./schema.ts";
import { isOpen, joinedTo, requestById } from "./service.ts";
import { maintenanceRequests as requests } from "./table.ts";

/** The messages to residents whose requests are joined or taken apart; they name nobody. */
const told = {
  joined: "Somebody else has reported the same. You read here what is done about it.",
  first: "Somebody else has reported the same too.",
  twice: "You have reported this twice. You read in both what is done about it.",
  apart: "This is not the same as the other report after all. It goes on by itself.",
  apartClosed:
    "This is not the same as the other report after all. If it is not fixed, you can open it again here.",
};

/**
 * Joins a request to another about the same, or takes it apart from that again, and tells their
 * residents. Until then it goes along with the other: in its status, its plan and the answers of
 * staff and admins, and in its trade if it had none. What residents write, and internal notes, stay where they are.
 * @throws maintenance.unknown, maintenance.closed, maintenance.itself
 */
export function joinRequests(
  db: Db,
  by: Actor & { accountId: string },
  { requestId, sameAsId }: Omit<Joining, "profileId">,
  now: Moment,
): void {
  write(db, () => {
    const request = requestById(db, requestId);
    const asked = sameAsId === null ? null : requestById(db, sameAsId);
    // Whatever goes along with another one, all of them go along with that.
    const first = asked?.joinedTo ? requestById(db, asked.joinedTo) : asked;
    const joined = first?.id ?? null;
    if (joined === request.joinedTo) return;
    if (joined === requestId) throw maintenanceError("maintenance.itself", { field: "sameAsId" });
    const along = first ? joinedTo(db, requestId) : [];
    if (first && [request, first].some(isClosed)) throw maintenanceError("maintenance.closed");

    const { step, priority, assignedTo, dueOn } = first ?? request;
    for (const each of [request, ...along]) {
      const isUnsure = first && each.maintenanceType === "Not sure";
      const { maintenanceType } = isUnsure ? first : each;
      const after = { joinedTo: joined, step, priority, assignedTo, dueOn, maintenanceType };
      db.update(requests).set(after).where(eq(requests.id, each.id)).run();
      const isTwice = first?.residentId === each.residentId;
      const apart = isClosed(each) ? told.apartClosed : told.apart;
      insertAnswer(db, by, each, first ? told[isTwice ? "twice" : "joined"] : apart, now);
      // With the plan that it had: nothing else keeps that.
      const change = { before: pick(each, Object.keys(after) as (keyof typeof after)[]), after };
      recordChange(db, by, now.at, { action: "maintenance.join", subjectId: each.id, ...change });
    }
    if (first && first.residentId !== request.residentId)
      insertAnswer(db, by, first, told.first, now);
  });
}

/** The most requests that one may be joined to. */
const mostOffered = 100;

/** The other open requests that may be about the same, newest first: those of its trade, or unsure. */
function mayBeSame(db: Db, { id, maintenanceType }: ReturnType<typeof requestById>) {
  const types =
    maintenanceType === "Not sure" ? requestTypes : ([maintenanceType, "Not sure"] as const);
  return db
    .select()
    .from(requests)
    .where(and(isOpen, inArray(requests.maintenanceType, types), ne(requests.id, id)))
    .orderBy(desc(requests.id))
    .limit(mostOffered)
    .all();
}

/** For staff and admins: what a request is joined to, what is joined to it, and what may be. */
export function joinsOf(db: Db, request: ReturnType<typeof requestById>) {
  const { id, joinedTo: first } = request;
  return {
    sameAs: first === null ? null : shortOf(requestById(db, first)),
    joined: joinedTo(db, id).map(shortOf),
    mayBeSame: !isClosed(request) && first === null ? mayBeSame(db, request).map(shortOf) : [],
  };
}

const shortOf = ({ id, date, roomNumber, description }: ReturnType<typeof requestById>) => ({
  id,
  date,
  roomNumber,
  description,
});
