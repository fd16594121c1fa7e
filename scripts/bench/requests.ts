import { dayOf } from "../../server/platform/clock/clock.ts";
import type { Building } from "./building.ts";
import type { Target } from "./rounds.ts";
import type { Served } from "./serve.ts";

const cookieOf = (token: string) => ({ cookie: `sid=${token}` });
const input = encodeURIComponent(JSON.stringify({}));

/** The reason of a new fine, different each time. */
export const reasonOf = (count: number) => `Late for the ${count}. time`;

/** Frequent requests to a server: one person's fines, and a new fine by an admin. */
export function requestsTo(server: Served, { residentId, token, admin }: Building) {
  const list = { server, headers: cookieOf(token) };
  const dueDate = dayOf(new Date(Date.now() + 9 * 86_400_000), "Africa/Johannesburg");
  const fine = { residentId, type: "Late Rent", amountCents: 45_000, dueDate };
  const issue = {
    name: "a fine issued",
    server,
    path: "/api/trpc/admin.fines.issue",
    method: "POST",
    headers: { ...cookieOf(admin), "content-type": "application/json" },
    body: (count) => JSON.stringify({ ...fine, reason: reasonOf(count) }),
  } satisfies Target;
  return {
    tRPC: { ...list, name: "tRPC", path: `/api/trpc/resident.fines.mine?input=${input}` },
    REST: { ...list, name: "REST", path: `/api/property/resident/fines/${residentId}` },
    issue,
  };
}
