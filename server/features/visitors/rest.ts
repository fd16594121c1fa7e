import * as z from "zod";
import { adapter, done, forPrograms } from "../../api/rest.ts";
import { day, orNothing } from "../../platform/validation/schema.ts";
import { procedures } from "./router.ts";
import { newVisit, visitationTypes } from "./schema.ts";
import type { signInVisitor } from "./service.ts";

const visitor = z.strictObject({
  id: z.string(),
  visitationType: z.enum(visitationTypes),
  roomNumber: z.string(),
  residentName: z.string(),
  residentEmail: z.string(),
  visitorName: z.string(),
  visitorSurname: z.string(),
  visitorEmail: z.string(),
  date: z.string(),
});

type Listed = Omit<ReturnType<typeof signInVisitor>, "assumedOut" | "expectedId" | "plate">;

const toWire = (visit: Listed) => ({
  id: visit.id,
  visitationType: visit.visitationType,
  roomNumber: visit.roomNumber,
  residentName: visit.residentName,
  residentEmail: visit.residentEmail,
  visitorName: visit.visitorName,
  visitorSurname: visit.visitorSurname,
  visitorEmail: visit.visitorEmail,
  date: visit.leaveDate ? `${visit.startDate} to ${visit.leaveDate}` : visit.startDate,
});

const badDate = "must be YYYY-MM-DD for a Day Visit, YYYY-MM-DD to YYYY-MM-DD for a Sleepover";

/** `2026-11-20`, or `2026-11-20 to 2026-11-22`. */
const wireDate = z.string(badDate).transform((typed, context) => {
  const days = typed.trim().split(/(?<!\s)\s+to\s+/);
  const [start, leave] = days.map((each) => day.safeParse(each.trim()));
  if (days.length <= 2 && start?.success && (leave === undefined || leave.success))
    return { startDate: start.data, ...(leave && { leaveDate: leave.data }) };
  context.addIssue({ code: "custom", message: badDate });
  return z.NEVER;
});

const { shape } = newVisit;

export const rest = forPrograms([
  adapter("GET /resident/allvistors", {
    summary:
      "A resident's visitors who were signed in and not signed out. An admin may ask for anybody's.",
    query: z.object({ residentEmail: z.string().max(254).optional() }),
    answer: z.array(visitor),
    errors: ["auth.not_yours"],
    procedure: procedures.resident.present,
    forAdmins: procedures.admin.present,
    input: ({ query }) => query,
    row: toWire,
  }),
  adapter("POST /resident/vistors", {
    summary: "Signs a visitor in.",
    body: z.strictObject({
      visitationType: shape.visitationType,
      roomNumber: shape.roomNumber,
      residentName: shape.residentName,
      residentEmail: orNothing(shape.residentEmail),
      visitorName: shape.visitorName,
      visitorSurname: shape.visitorSurname,
      visitorEmail: shape.visitorEmail,
      date: wireDate,
    }),
    answer: visitor,
    status: 201,
    creates: true,
    errors: [
      "auth.not_yours",
      "people.unknown",
      "visitors.day_too_far",
      "visitors.lives_elsewhere",
    ],
    procedure: procedures.resident.signIn,
    forAdmins: procedures.admin.signIn,
    input: ({ body: { date, ...body } }) => ({ ...body, ...date }),
    output: toWire,
    names: { startDate: "date", leaveDate: "date" },
  }),
  adapter("DELETE /admin/resident/deletevisitor/:visitId", {
    summary:
      "Signs a visitor out. Residents sign out their own visitors; an admin may sign out any.",
    answer: done,
    errors: ["visitors.unknown"],
    procedure: procedures.resident.signOut,
    forAdmins: procedures.admin.signOut,
    input: ({ params }) => params,
  }),
]);
