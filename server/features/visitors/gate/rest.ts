import * as z from "zod";
import { adapter, done, forPrograms } from "../../../api/rest.ts";
import { procedures } from "./router.ts";
import { admission, oneInside } from "./schema.ts";

export const rest = forPrograms([
  adapter("POST /staff/gate/admit", {
    summary: "Lets in a visitor with a code. For staff of type Security and admins.",
    body: admission,
    answer: z.strictObject({
      id: z.string(),
      visitorName: z.string(),
      unit: z.string(),
      until: z.string(),
    }),
    errors: [
      ...(["gate.not_known", "gate.used", "gate.over", "gate.not_yet", "gate.too_many"] as const),
      "request.key_reused",
    ],
    procedure: procedures.gate.admit,
    input: ({ body }) => body,
  }),
  adapter("POST /staff/gate/release", {
    summary: "Signs a visitor out who leaves. For staff of type Security and admins.",
    body: z.strictObject({ id: oneInside.shape.visitId }),
    answer: done,
    errors: ["visitors.unknown"],
    procedure: procedures.gate.release,
    input: ({ body }) => ({ visitId: body.id }),
    output: () => ({ message: "The visitor has left." }),
    names: { visitId: "id" },
  }),
  adapter("GET /staff/gate/inside", {
    summary: "Who is in the building, the last first. For staff of type Security and admins.",
    answer: z.array(
      z.strictObject({
        id: z.string(),
        visitorName: z.string(),
        unit: z.string(),
        since: z.string(),
        plate: z.string(),
      }),
    ),
    procedure: procedures.gate.now,
    output: ({ inside }) =>
      inside.map(({ id, visitorName, unit, since, plate }) => {
        return { id, visitorName, unit, since, plate };
      }),
  }),
]);
