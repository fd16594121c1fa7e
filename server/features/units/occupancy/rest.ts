import * as z from "zod";
import { adapter, forPrograms } from "../../../api/rest.ts";
import { typedQuota } from "../quotas/schema.ts";
import { occupancy } from "../router.ts";
import { newParty } from "./schema.ts";

const { shape } = newParty;

export const rest = forPrograms([
  adapter("POST /admin/units/:unitId/owners", {
    summary: "Enters an owner of a unit, from a day on. The share is all of it if it is left out.",
    body: z.strictObject({
      personId: shape.personId,
      from: shape.since,
      to: shape.until,
      share: typedQuota,
    }),
    answer: z.strictObject({ id: z.string() }),
    status: 201,
    errors: [
      "units.unknown",
      "people.unknown",
      "parties.ends_before",
      "parties.overlaps",
      "parties.too_much",
    ],
    procedure: occupancy.procedures.admin.add,
    input: ({ params, body: { from: since, to: until, share, personId } }) => {
      const role = "owner" as const;
      return { ...params, personId, role, since, until, share };
    },
    names: { since: "from", until: "to" },
  }),
]);
