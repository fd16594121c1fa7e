import type { userRoles } from "../../../server/features/account/session/schema.ts";
import { utils } from "../../trpc.ts";
import { whole } from "../../ui/tableSearch.ts";

export const newestRequests = { limit: 20 };

const parts = {
  admin: () => [
    utils.admin.dashboard.overview.ensureData(),
    utils.admin.dashboard.needs.ensureData(),
    utils.admin.dashboard.firstSteps.ensureData(),
    utils.admin.personPages.withoutLogin.ensureData(),
    utils.member.notices.mine.ensureData(),
  ],
  resident: () => [
    utils.resident.dashboard.overview.ensureData(),
    utils.member.notices.mine.ensureData(),
    utils.resident.fines.mine.ensureData(whole),
    utils.resident.maintenance.mine.ensureData(newestRequests),
    utils.resident.visitors.present.ensureData(whole),
  ],
  staff: () => [
    utils.staff.dashboard.overview.ensureData(),
    utils.member.notices.mine.ensureData(),
  ],
};

let pending: Promise<void> | undefined;

/** Asks for all of a dashboard in one batch with the question who is signed in. */
export function askAhead(role: (typeof userRoles)[number]): void {
  pending = anyOf(parts[role]());
  void utils.member.live.news.prefetch();
  void utils.member.entryRequests.mine.prefetch();
  pending.catch(() => undefined);
}

/** For the loader of a dashboard, whose guard has started the queries. */
export const dashboard = () => pending;

/** A refused part shows its own error; if nothing was fetched, the page shows the error. */
async function anyOf(answers: Promise<unknown>[]) {
  const came = await Promise.allSettled(answers);
  const [first] = came;
  if (first?.status === "rejected" && came.every(({ status }) => status === "rejected"))
    throw first.reason;
}
