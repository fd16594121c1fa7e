import { sql } from "drizzle-orm";
import { nobody, type Personal, personalTable } from "../../platform/privacy/personal.ts";
import { rowsOf } from "../../platform/privacy/rows.ts";
import { expectedVisits } from "./expected/table.ts";
import { redactVisitsTo } from "./redaction.ts";
import { fromRegister } from "./service.ts";
import { visits } from "./table.ts";

const visit = "that there was a visit stays, without a name";

export const personal: Personal = {
  tables: [
    personalTable(
      visits,
      { residentId: "id" },
      [{ exported: true, retained: visit }, "id", "residentId", "visitationType", "roomNumber"],
      [{ exported: true, retained: visit }, "startDate", "leaveDate", "signedInAt", "signedOutAt"],
      [{ exported: true, retained: visit }, "arrivedAt"],
      [{ exported: true, erased: "replaced" }, "residentName", "residentEmail", "visitorName"],
      [{ exported: true, erased: "replaced" }, "visitorSurname", "visitorEmail", "redactedAt"],
      [{ exported: true, erased: "replaced" }, "plate"],
      [{ exported: true, retained: visit }, "expectedId", "assumedOut"],
    ),
    personalTable(
      expectedVisits,
      { residentId: "id" },
      [{ exported: true, retained: visit }, "id", "residentId", "startsAt", "endsAt"],
      [{ exported: true, retained: visit }, "announcedAt", "withdrawnAt"],
      [{ exported: true, retained: visit }, "weekdays", "fromTime", "untilTime"],
      [{ exported: true, erased: "replaced" }, "code", "visitorName", "vehicle", "redactedAt"],
    ),
  ],
  names: [
    {
      id: visits.id,
      name: sql`${visits.visitorName} || ' ' || ${visits.visitorSurname} || ', visiting ' || ${fromRegister.residentName}`,
    },
  ],
  exportFor: (db, { id }) => ({
    visits: rowsOf(db, visits, visits.residentId, id),
    expectedVisits: rowsOf(db, expectedVisits, expectedVisits.residentId, id),
  }),
  erase: (db, { id }, now) => redactVisitsTo(db, id, `${nobody.name} ${nobody.surname}`, now),
};
