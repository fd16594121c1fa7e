import * as z from "zod";
import { adapter, forPrograms } from "../../api/rest.ts";
import { shareInWords } from "./occupancy/service.ts";
import { formatQuota, typedQuota } from "./quotas/schema.ts";
import { procedures } from "./router.ts";
import { newUnit, onDay, unitKinds } from "./schema.ts";
import type { unitRegister } from "./service.ts";

const { floorArea, since, ...asTheyAre } = newUnit.shape;

const unit = z.strictObject({
  id: z.string(),
  label: z.string(),
  sectionNumber: z.string().nullable(),
  kind: z.enum(unitKinds),
  /** In percent, with four decimals. */
  participationQuota: z.string().nullable(),
  owners: z.array(z.strictObject({ personId: z.string(), name: z.string(), share: z.string() })),
});

type Rows = ReturnType<typeof unitRegister>["rows"];

const toWire = (row: Rows[number]) => ({
  id: row.id,
  label: row.label,
  sectionNumber: row.sectionNumber,
  kind: row.kind,
  participationQuota: row.participationQuota === null ? null : formatQuota(row.participationQuota),
  owners: row.owners.map(({ id, name, share }) => {
    return { personId: id, name, share: shareInWords(share) };
  }),
});

export const rest = forPrograms([
  adapter("POST /admin/units", {
    summary: "Adds a unit to the register. Without a day it and its quota hold from the beginning.",
    body: z.strictObject({
      ...asTheyAre,
      areaM2: floorArea,
      participationQuota: typedQuota,
      from: since,
    }),
    answer: z.strictObject({ id: z.string() }),
    status: 201,
    errors: ["units.label_taken", "units.section_taken"],
    procedure: procedures.admin.add,
    input: ({ body: { from: since, areaM2: floorArea, ...body } }) => ({
      ...body,
      floorArea,
      since,
    }),
    names: { since: "from", floorArea: "areaM2" },
  }),
  adapter("GET /admin/units", {
    summary: "The units by section, with their quotas and owners on a day; today if none is named.",
    query: onDay,
    answer: z.array(unit),
    procedure: procedures.admin.all,
    input: ({ query }) => query,
    output: ({ rows }) => rows.map(toWire),
  }),
]);
