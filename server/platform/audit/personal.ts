import { asc, inArray } from "drizzle-orm";
import type { Db } from "../../database/open.ts";
import { notPersonal, type Personal, personalTable } from "../privacy/personal.ts";
import { LongList } from "../privacy/rows.ts";
import { eraseTrailOf } from "./audit.ts";
import { auditEvents, auditHead, requestKeys } from "./table.ts";
import { concerns, entries, type TrailEntry } from "./trail.ts";
import { erasesContent } from "./verify.ts";

/** A person's trail: what they did, and what was done to them. Others appear only by name. */
function trailOf(db: Db, id: string) {
  const concerning = db
    .select({ seq: auditEvents.seq })
    .from(auditEvents)
    .where(concerns(id))
    .orderBy(asc(auditEvents.seq))
    .all();
  const places = concerning.flatMap(({ seq }) => seq ?? []);
  return new LongList(places, (some) =>
    entries(db)
      .where(inArray(auditEvents.seq, some))
      .orderBy(asc(auditEvents.seq))
      .all()
      .map((entry) => partOf(entry, id)),
  );
}

function partOf(entry: TrailEntry, id: string) {
  const { at, action, who: by, before, after, origin, device } = entry;
  return {
    at,
    action,
    by,
    ...(entry.actorId === id && { origin, device }),
    ...(erasesContent(entry, id) && { before, after }),
  };
}

const chain = "the chain of the trail is made of it; it tells nothing of them";
const pointer = "an id that leads to no name any more";
const briefly = "an id and what their program sends, gone after two days";

export const auditPersonal: Personal = {
  tables: [
    personalTable(
      auditEvents,
      { actorId: "id" },
      [{ exported: true, retained: "that something was done, and when" }, "at", "action"],
      [{ exported: true, erased: "replaced" }, "origin", "device", "before", "after"],
      [{ notExported: "the names are told instead", retained: pointer }, "actorId", "subjectId"],
      [
        { notExported: chain, retained: chain },
        "id",
        "seq",
        "originDigest",
        "contentDigest",
        "hash",
      ],
      [{ notExported: chain, erased: "replaced" }, "originSalt", "contentSalt"],
    ),
    personalTable(auditHead, {}, [notPersonal, "id", "seq", "hash"]),
    personalTable(requestKeys, {}, [
      { notExported: briefly, retained: briefly },
      "id",
      "requestKey",
      "inputHash",
      "rowId",
      "at",
    ]),
  ],
  exports: (db, id) => ({ auditTrail: trailOf(db, id) }),
  erases: (db, { id }) => eraseTrailOf(db, id),
};
