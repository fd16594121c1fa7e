import * as z from "zod";
import { adapter, done, forPrograms } from "../../../api/rest.ts";
import { procedures } from "./router.ts";
import { expectedStatuses, newExpectedVisit } from "./schema.ts";

export const rest = forPrograms([
  adapter("POST /resident/visits/expected", {
    summary: "Announces a visitor, who gets a code for the gate.",
    body: newExpectedVisit.omit({ profileId: true }),
    answer: z.strictObject({ id: z.string(), code: z.string() }),
    status: 201,
    errors: [
      ...(["visitors.days", "visitors.ends_first", "visitors.lives_elsewhere"] as const),
      ...(["visitors.many_that_day", "visitors.pass_days", "visitors.whole_days"] as const),
      ...(["visitors.hours", "visitors.pass_weekdays", "request.key_reused"] as const),
    ],
    procedure: procedures.resident.announce,
    input: ({ body }) => body,
  }),
  adapter("GET /resident/visits/expected", {
    summary: "The visitors that a resident announced, the last first.",
    answer: z.array(
      z.strictObject({
        id: z.string(),
        code: z.string(),
        from: z.string(),
        until: z.string(),
        visitorName: z.string(),
        status: z.enum(expectedStatuses),
      }),
    ),
    procedure: procedures.resident.mine,
    input: () => ({}),
    output: (rows) =>
      rows.map(({ id, code, from, until, visitorName, status }) => {
        return { id, code, from, until, visitorName, status };
      }),
  }),
  adapter("DELETE /resident/visits/expected/:expectedId", {
    summary: "Takes an announced visit back: its code lets nobody in any more.",
    answer: done,
    errors: ["expected.unknown"],
    procedure: procedures.resident.withdraw,
    input: ({ params }) => params,
    output: () => ({ message: "The visit is taken back." }),
  }),
]);
