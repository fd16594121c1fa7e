import * as z from "zod";
import { restBelow, streamAdapter } from "../../../api/rest.ts";
import { newId } from "../../../database/columns.ts";
import { write } from "../../../database/open.ts";
import { recordChange } from "../../../platform/audit/audit.ts";
import { attachment } from "../../../platform/files/send.ts";
import { exportQuery } from "./schema.ts";
import { csvOf, registerRows, registerRowsAsAt, workbookOf } from "./service.ts";

const types = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

export const rest = restBelow("/api", [
  streamAdapter("GET /register", {
    summary:
      "The units with their owners, tenants and occupants, and everybody else in the register, as CSV or .xlsx. POST /api/imports/register takes it back unchanged. It has no ID numbers. With asAt: the units of that day, and who had them then.",
    streams: "download",
    admission: { for: "Admin", reauthenticate: true },
    query: exportQuery,
    answer: z.file(),
    errors: ["request.list_too_long"],
    handle: async ({ db, by, now }, request, reply) => {
      const { format, asAt } = exportQuery.parse(request.query);
      const { at, today } = now();
      const other = asAt === today ? undefined : asAt;
      const name = other ? `register-as-at-${other}` : `register-${today}`;
      void reply.headers(attachment(`${name}.${format}`, types[format]));
      // HEAD downloads nothing.
      if (request.method === "HEAD") return reply.send();
      const rows = other ? registerRowsAsAt(db, other) : registerRows(db, today);
      const sheet = other ? `Register as at ${other}` : "Register";
      const file = format === "csv" ? csvOf(rows) : await workbookOf(rows, sheet);
      write(db, () =>
        recordChange(db, by, at, {
          action: "register.export",
          subjectId: newId(),
          after: { format, ...(other && { asAt: other }) },
        }),
      );
      return reply.send(file);
    },
  }),
]);
