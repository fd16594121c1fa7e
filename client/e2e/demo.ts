import type { Page } from "@playwright/test";
import type { Role, Who } from "./addresses.ts";
import type { Demo } from "./buildings.ts";
import { signIn } from "./test.ts";

/** For so long tests share a session; the server soon asks an older one for the password again. */
const sessionMs = 5 * 60_000;

/**
 * Signs the page in with a role, or as nobody, and returns the ids that the role's addresses need.
 */
export async function enterDemo(page: Page, demo: Demo, who: Who) {
  if (who === "nobody") return {};
  const shared = demo.sessions.get(who);
  if (shared && Date.now() - shared.since < sessionMs) {
    await page.context().addCookies(shared.cookies);
    return shared.ids;
  }
  const since = Date.now();
  await signIn(page, demo.url, demo.usernames[who]);
  const ids = await idsFor(page, demo.url, who);
  demo.sessions.set(who, { since, cookies: await page.context().cookies(), ids });
  return ids;
}

async function idsFor(page: Page, url: string, who: Role) {
  const firstOf = async (path: string, which = {}, status?: string) => {
    const input = encodeURIComponent(JSON.stringify(which));
    const answer = await page.request.get(`${url}/api/trpc/${path}?input=${input}`);
    const { rows } = (await answer.json()).result.data;
    return rows.find((row: { status?: string }) => !status || row.status === status);
  };
  const all = { limit: "all" };
  const ids: Record<string, string> = {};
  if (who === "resident") {
    ids.fineId = (await firstOf("resident.fines.mine", all)).id;
    ids.requestId = (await firstOf("resident.maintenance.mine", all)).id;
  }
  if (who === "staff") ids.requestId = (await firstOf("staff.maintenance.all", all)).id;
  if (who === "admin") {
    // With a proof to look at: such a fine has every form that a fine can have. The newest may be paid.
    const { id: fineId, residentId } = await firstOf("admin.fines.all", all, "Pending...");
    const { id: unitId } = await firstOf("admin.units.all");
    const { id: noticeId } = await firstOf("admin.changeNotices.all", all);
    const { id: requestId } = await firstOf("admin.maintenance.all", all);
    const { id: adminId } = await firstOf("admin.people.admins");
    Object.assign(ids, {
      fineId,
      residentId,
      personId: residentId,
      unitId,
      noticeId,
      requestId,
      adminId,
    });
  }
  return ids;
}
