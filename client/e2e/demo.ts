import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { demoPassword } from "../../server/cli/demo/fill.ts";
import { root } from "../../server/paths.ts";
import { startHouse } from "./house.ts";

export type Role = "admin" | "resident" | "staff";

/** A building with a year of life in it, and the names of one person per role. */
export async function startDemo() {
  const data = mkdtempSync(join(tmpdir(), "stoep-demo-"));
  const told = execFileSync(process.execPath, [join(root, "dist/server/stoep.js"), "demo"], {
    env: { ...process.env, STOEP_DATA: data },
    encoding: "utf8",
  });
  const nameOf = (what: string) => new RegExp(`(\\S+) \\(${what}\\)`).exec(told)?.[1] ?? "";
  const house = await startHouse(data);
  return {
    url: house.url,
    usernames: {
      admin: nameOf("an admin"),
      resident: nameOf("a resident"),
      staff: nameOf("staff"),
    },
    close: async () => {
      await house.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export type Demo = Awaited<ReturnType<typeof startDemo>>;

export async function enterDemo(page: Page, { url, usernames }: Demo, role: Role): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel("Username").fill(usernames[role]);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL(`**/${role}/dashboard`);
}

/** Asks the house, as who is signed in on the page, for the ids that addresses need. */
export async function idsFor(page: Page, { url }: Demo, role: Role) {
  const read = async (path: string) => {
    const input = encodeURIComponent(JSON.stringify({ limit: "all" }));
    const answer = await page.request.get(`${url}/api/trpc/${path}?input=${input}`);
    return (await answer.json()).result.data.rows[0];
  };
  const ids: Record<string, string> = {};
  if (role === "resident") ids.own = (await read("resident.fines.mine"))?.id;
  if (role === "admin") {
    const { id: fine, residentId: resident } = await read("admin.fines.all");
    Object.assign(ids, { fine, resident });
  }
  return ids;
}
