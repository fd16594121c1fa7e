import * as z from "zod";
import { adapter, forPrograms } from "../../api/rest.ts";
import { rand, randOf } from "../../platform/money/schema.ts";
import { orNothing } from "../../platform/validation/schema.ts";
import { finesError } from "./errors.ts";
import { nameOfFined } from "./list.ts";
import { procedures } from "./router.ts";
import { fineStatuses, fineTypes, newFine } from "./schema.ts";
import type { fineById } from "./service.ts";

const fine = z.strictObject({
  id: z.string(),
  userId: z.string(),
  Status: z.enum(fineStatuses),
  Type: z.enum(fineTypes),
  DateIssued: z.iso.datetime(),
  DueDate: z.iso.date(),
  Amount: z.number(),
  Reason: z.string(),
  Name: z.string(),
  RoomNo: z.string(),
});

/** A fine in the field names of existing clients. */
export const toWire = (row: Omit<ReturnType<typeof fineById>, "withdrawnAt">) => ({
  id: row.id,
  userId: row.residentId,
  Status: row.status,
  Type: row.type,
  DateIssued: row.issuedAt,
  DueDate: row.dueDate,
  Amount: randOf(row.amountCents),
  Reason: row.reason,
  Name: nameOfFined(row),
  RoomNo: row.roomNo,
});

/** Clients send `Pending`, as on the button; the database has `Pending...`. */
const wireStatus = z
  .enum([...fineStatuses, "Pending"])
  .transform((status) => (status === "Pending" ? "Pending..." : status));

const names = { dueDate: "DueDate", amountCents: "Amount", reason: "Reason", type: "Type" };

export const rest = forPrograms([
  adapter("GET /admin/fines/all", {
    summary: "Every fine of the building, newest first. Amounts are in rand.",
    answer: z.array(fine),
    procedure: procedures.admin.all,
    input: () => ({ standing: true }),
    row: toWire,
  }),
  adapter("GET /resident/fines/:profileId", {
    summary: "A resident's fines, newest first. Amounts are in rand.",
    answer: z.array(fine),
    errors: ["auth.not_yours", "people.unknown"],
    procedure: procedures.resident.mine,
    forAdmins: procedures.admin.of,
    input: ({ params }) => ({ ...params, standing: true }),
    row: toWire,
  }),
  adapter("POST /admin/resident/:residentId/fine/newfine", {
    summary: "Fines a resident. The fine is Unpaid and issued now, whatever the body says.",
    body: z.strictObject({
      Type: newFine.shape.type,
      Amount: rand,
      DueDate: newFine.shape.dueDate,
      Reason: newFine.shape.reason,
      DateIssued: z.unknown().optional(),
      Status: z.unknown().optional(),
      userId: orNothing(z.string()),
    }),
    answer: fine,
    status: 201,
    creates: true,
    errors: ["people.unknown", "fines.wrong_resident", "fines.due_before_issue"],
    procedure: procedures.admin.issue,
    input: ({ params: { residentId }, body }) => {
      if (body.userId !== undefined && body.userId !== residentId)
        throw finesError("fines.wrong_resident", { field: "userId" });
      const { Type: type, Amount: amountCents, DueDate: dueDate, Reason: reason } = body;
      return { residentId, type, amountCents, dueDate, reason };
    },
    output: toWire,
    names,
  }),
  adapter("POST /admin/resident/:fineId/fine/update", {
    summary: "Sets a fine's status.",
    body: z.strictObject({ Status: wireStatus }),
    answer: fine,
    errors: ["fines.unknown", "fines.erased"],
    procedure: procedures.admin.setStatus,
    input: ({ params, body }) => ({ fineId: params.fineId, status: body.Status }),
    output: toWire,
    // Withdrawn fines are in no list, so programs know of none.
    refusals: { "fines.withdrawn": "fines.unknown" },
  }),
]);
