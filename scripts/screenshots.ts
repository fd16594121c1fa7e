// Shoots every address on a demo house, phone and desk, light and dark, into screenshots/.
// `npm run build` first; `npm run screenshots -- fines` takes only addresses with "fines" in them.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { startHouse } from "../client/e2e/house.ts";
import { demoPassword } from "../server/cli/demo/fill.ts";
import { root } from "../server/paths.ts";

const wanted = process.argv[2] ?? "";
const folder = join(root, "screenshots");
const sizes = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } };
const themes = ["light", "dark"] as const;

/** Every address by who looks at it. `:fine` and the like are taken from the house. */
const addresses = {
  nobody: ["/", "/about", "/login", "/forgot-password", "/link", "/set-up", "/nopage"],
  admin: [
    ...["/admin/dashboard", "/admin/staff", "/admin/staff/staffsignupform", "/admin/residents"],
    ...["/admin/residents/signupform", "/admin/residents/:resident/fines"],
    ...["/admin/residents/:resident/fines/new_fine"],
    ...["/admin/residents/:resident/fines/:fine/update", "/admin/admins"],
    ...["/admin/admins/signupform", "/admin/fines", "/admin/fines/update"],
    ...["/admin/fines/:fine/update", "/admin/maintenance", "/admin/visitors", "/admin/building"],
    "/admin/profile",
  ],
  resident: [
    ...["/resident/dashboard", "/resident/issues", "/resident/reports"],
    ...["/resident/reports/maintenance", "/resident/reports/fines"],
    ...["/resident/reports/fines/payment-upload?fineId=:own", "/resident/vistors"],
    ...["/resident/vistors?tab=in", "/resident/profile", "/change-password"],
  ],
  staff: ["/staff/dashboard", "/staff/allmaintenanceissues", "/staff/staffprofile"],
} as const;
type Who = keyof typeof addresses;

const data = mkdtempSync(join(tmpdir(), "stoep-screenshots-"));
const told = execFileSync(process.execPath, [join(root, "dist/server/stoep.js"), "demo"], {
  env: { ...process.env, STOEP_DATA: data },
  encoding: "utf8",
});
const nameOf = (what: string) => new RegExp(`(\\S+) \\(${what}\\)`).exec(told)?.[1] ?? "";
const usernames = {
  admin: nameOf("an admin"),
  resident: nameOf("a resident"),
  staff: nameOf("staff"),
};

async function logIn(page: Page, url: string, who: Exclude<Who, "nobody">) {
  await page.goto(`${url}/login`);
  await page.getByLabel("Username").fill(usernames[who]);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL(`**/${who}/dashboard`);
}

/** Asks the house, as who is signed in on the page, for ids that addresses need. */
async function read(page: Page, path: string) {
  const input = encodeURIComponent(JSON.stringify({ limit: "all" }));
  const answer = await page.request.get(`/api/trpc/${path}?input=${input}`);
  return (await answer.json()).result.data.rows;
}

async function idsFor(page: Page, who: Who): Promise<Record<string, string>> {
  if (who === "resident") return { own: (await read(page, "resident.fines.mine"))[0]?.id };
  if (who !== "admin") return {};
  const [{ id: fine, residentId: resident }] = await read(page, "admin.fines.all");
  return { fine, resident };
}

async function shoot(browser: Browser, url: string, who: Who, size: keyof typeof sizes) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: sizes[size],
    locale: "en-ZA",
    timezoneId: "Africa/Johannesburg",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  if (who !== "nobody") await logIn(page, url, who);
  const ids = await idsFor(page, who);
  for (const address of addresses[who].filter((each) => each.includes(wanted)))
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(address.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? "none"));
      await page.waitForLoadState("networkidle");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) console.log(`${address} scrolls ${wide} px sideways (${size})`);
      const name = address.replace(/\W+/g, "_").replace(/^_/, "") || "welcome";
      await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`) });
    }
  await context.close();
}

mkdirSync(folder, { recursive: true });
const house = await startHouse(data);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const who of Object.keys(addresses) as Who[])
    for (const size of Object.keys(sizes) as (keyof typeof sizes)[])
      await shoot(browser, house.url, who, size);
  console.log(`The pictures are in ${folder}`);
} finally {
  await browser.close();
  await house.close();
  rmSync(data, { recursive: true, force: true });
}
