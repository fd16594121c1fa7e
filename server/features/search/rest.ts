import * as z from "zod";
import { adapter, forPrograms } from "../../api/rest.ts";
import { procedures } from "./router.ts";
import { lookingFor, resultKinds } from "./schema.ts";
import { andWithdrawn } from "./service.ts";

export const rest = forPrograms([
  adapter("GET /admin/search", {
    summary: "People, units, fines by reference, requests, papers and screens, the best first.",
    query: lookingFor,
    answer: z.array(
      z.strictObject({ kind: z.enum(resultKinds), id: z.string(), title: z.string() }),
    ),
    procedure: procedures.admin.find,
    input: ({ query }) => query,
    // A withdrawn fine is in no list for programs.
    output: (found) =>
      found
        .filter(({ kind, title }) => kind !== "fine" || !title.endsWith(andWithdrawn))
        .map(({ kind, id, title }) => ({ kind, id, title })),
  }),
]);
