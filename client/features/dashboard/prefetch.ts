import type { userRoles } from "../../../server/features/session/schema.ts";
import { utils } from "../../trpc.ts";

/** The whole lists, of which a dashboard shows what is newest or due. */
export const all = { limit: "all" } as const;

/** What a dashboard shows, by whose it is. */
const parts = {
  admin: () => [
    utils.admin.dashboard.overview.ensureData(),
    utils.member.announcements.all.ensureData(all),
  ],
  resident: () => [
    utils.resident.dashboard.overview.ensureData(),
    utils.resident.dashboard.messages.ensureData(),
    utils.resident.fines.mine.ensureData(all),
    utils.resident.visitors.present.ensureData(all),
  ],
  staff: () => [
    utils.staff.dashboard.overview.ensureData(),
    utils.member.announcements.all.ensureData(all),
  ],
};

let pending: Promise<void> | undefined;

/**
 * Asks for everything a dashboard shows, in one turn with whoever asks who is here: the server tells
 * only whom it may.
 */
export function askAhead(role: (typeof userRoles)[number]): void {
  pending = anyOf(parts[role]());
  pending.catch(() => undefined);
}

/** For the loader of a dashboard, which its guard has asked for. */
export const dashboard = () => pending;

/** A part that was refused says so in its own place; where nothing came, the page does. */
async function anyOf(answers: Promise<unknown>[]) {
  const came = await Promise.allSettled(answers);
  const [first] = came;
  if (first?.status === "rejected" && came.every(({ status }) => status === "rejected"))
    throw first.reason;
}
