import { notPersonal, type Personal, personalTable } from "../privacy/personal.ts";
import { eraseTrailOf } from "./audit.ts";
import { auditEvents, auditHead, requestKeys } from "./table.ts";

const chain = "the chain of the trail is made of it; it tells nothing of them";
const chained = { notExported: chain, retained: chain };
const pointer = "an id that leads to no name any more";
const briefly = "an id and what their program sends, gone after two days";
const brief = { notExported: briefly, retained: briefly };

export const auditPersonal: Personal = {
  tables: [
    personalTable(
      auditEvents,
      { actorId: "id" },
      [{ exported: true, retained: "that something was done, and when" }, "at", "action"],
      [{ exported: true, erased: "replaced" }, "origin", "device", "before", "after"],
      [{ notExported: "the names are told instead", retained: pointer }, "actorId", "subjectId"],
      [chained, "id", "seq", "originDigest", "contentDigest", "hash"],
      [{ notExported: chain, erased: "replaced" }, "originSalt", "contentSalt"],
    ),
    personalTable(auditHead, {}, [notPersonal, "id", "seq", "hash"]),
    personalTable(requestKeys, {}, [brief, "id", "requestKey", "inputHash", "rowId", "at"]),
  ],
  erase: (db, { id }) => eraseTrailOf(db, id),
};
