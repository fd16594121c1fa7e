import { readFileSync } from "node:fs";
import { routes } from "../routes.ts";

export type Role = "admin" | "resident" | "staff";
export type Who = Role | "nobody";

/**
 * A screen's title before "· Stoep", its heading, and, for a list, the search parameters to leave
 * it with.
 */
type Says = readonly [title: string, heading: string | RegExp, left?: string];

interface Exception {
  /** The heading, if not the title. */
  heading?: string | RegExp;
  left?: string;
  /** The person who looks at it, if not the role that the address begins with. */
  who?: Who;
}

const greeting = /^Good (morning|afternoon|evening),/;
const fine = /^\w+ \w+, R[\d\s]+\.\d\d$/;

/** The facts that routes and titles do not say. If a screen has entries, only those are visited. */
export const exceptions: Readonly<Record<string, Exception>> = {
  "/": { heading: "Welcome. Connect." },
  "/privacy": { heading: "What we keep about you" },
  "/forgot-password": { heading: "Forgot your password?" },
  "/change-password": { who: "resident" },
  "/second-step": { heading: "Set up a second step", who: "resident" },
  "/link": { heading: "This link does not work" },
  "/set-up": { heading: "Stoep is already set up" },
  "/nopage": { heading: "We cannot find this page" },
  "/admin/dashboard": { heading: greeting },
  "/admin/staff": { left: "sort=-surname" },
  "/admin/residents": { left: "sort=-surname&page=2" },
  "/admin/residents/$residentId/fines": { heading: /^Fines of \w+ \w+/, left: "sort=amount" },
  "/admin/residents/$residentId/fines/$fineId/update": { heading: fine },
  "/admin/admins": { left: "filter=a" },
  "/admin/units": { left: "sort=-pq" },
  "/admin/units?view=floors": {},
  "/admin/units/weights": {},
  "/admin/units/weights?unit=$unitId": { heading: /^Weight of Unit \d+$/ },
  "/admin/units/$unitId": { heading: /^Unit \d+$/ },
  "/admin/units/$unitId/quota": { heading: /^Another quota for Unit \d+$/ },
  "/admin/units/$unitId/areas/new": { heading: /^Another area for Unit \d+$/ },
  "/admin/units/$unitId/people/new": { heading: /^Who has Unit \d+$/ },
  "/admin/units/$unitId/transfer": { heading: /^New owners of Unit \d+$/ },
  "/admin/changes": { left: "status=Waiting" },
  "/admin/changes/$noticeId": { heading: /^Somebody moves in, Unit \d+$/ },
  "/admin/people": { left: "sort=-kind&status=no" },
  "/admin/people/$personId": { heading: /^\w+ \w+/ },
  "/admin/people/$personId/update": { heading: /^Edit \w+ \w+/ },
  "/admin/people/$personId/merge": {},
  "/admin/people/$personId/merge?other=$adminId": {},
  "/admin/import?kind=register": { heading: "Import people and units" },
  "/admin/import?kind=residents": { heading: "Import people and units" },
  "/admin/import?kind=staff": { heading: "Import people and units" },
  "/admin/import?kind=units": { heading: "Import people and units" },
  "/admin/fines": { left: "sort=-amount&page=2" },
  "/admin/fines/reminders": { left: "sort=-owed" },
  "/admin/fines/update": { left: "filter=paid" },
  "/admin/fines/$fineId/update": { heading: fine },
  "/admin/maintenance": { left: "filter=the&sort=-date&page=2" },
  "/admin/maintenance/$requestId": { heading: /^\w+, \w+/ },
  "/admin/visitors": { left: "sort=name" },
  "/admin/backups": { left: "sort=-size" },
  "/admin/privacy": { left: "sort=-surname&page=2" },
  "/admin/privacy?person=$residentId": { heading: /\w+ \w+/ },
  "/admin/audit": { left: "action=fines.issue" },
  "/admin/audit?entry=1": { heading: /^Entry \d+/ },
  "/resident/dashboard": { heading: greeting },
  "/resident/issues": { left: "sort=description" },
  "/resident/issues/$requestId": { heading: /^\w+, \w+/ },
  "/resident/reports/maintenance": { left: "sort=-date" },
  "/resident/reports/fines": { left: "sort=amount" },
  "/resident/reports/fines/payment-upload?fineId=$fineId": { heading: /^R.* for \w+/ },
  "/resident/vistors": {},
  "/resident/vistors?tab=expected": {},
  "/resident/vistors?tab=in": { left: "sort=name" },
  "/resident/changes": { left: "sort=unit" },
  "/staff/dashboard": { heading: greeting },
  "/staff/staffdashboard": { heading: greeting },
  "/staff/allmaintenanceissues": { left: "type=mine&sort=-room&page=2" },
  "/staff/allmaintenanceissues/$requestId": { heading: /^\w+, \w+/ },
};

/** The source file of the screen at each path, as in client/routes.ts; at /nopage the 404's. */
export const files = new Map((routes.children ?? []).flatMap((node) => screensBelow(node, "")));

function screensBelow(
  node: NonNullable<typeof routes.children>[number],
  above: string,
): [path: string, file: string][] {
  const path = node.type === "route" ? `${above}/${node.path}` : above;
  const { file = "", children = [] } = { ...node } as { file?: string; children?: (typeof node)[] };
  if (children.length === 0) return [[path.replace(/\$$/, "nopage") || "/", file]];
  return children.flatMap((child) => screensBelow(child, path));
}

export const pathOf = (address: string) => address.replace(/[?#].*/, "");

export const sourceOf = (address: string) =>
  readFileSync(new URL(`../${files.get(pathOf(address))}`, import.meta.url), "utf8");

/** Every address, by who looks at it; `withIds` replaces names that begin with `$` by ids. */
export const screens: Record<Who, Record<string, Says>> = {
  nobody: {},
  admin: {},
  resident: {},
  staff: {},
};

export const everybody = Object.keys(screens) as Who[];

for (const path of files.keys()) {
  const title = /staticData: \{\s*title: "(.+?)"/.exec(sourceOf(path))?.[1] ?? "";
  const role = everybody.find((each) => path.startsWith(`/${each}/`)) ?? "nobody";
  const listed = Object.keys(exceptions).filter((each) => pathOf(each) === path);
  for (const address of listed.length > 0 ? listed : [path]) {
    const { heading = title, left, who = role } = exceptions[address] ?? {};
    screens[who][address] = [title, heading, left];
  }
}

export const withIds = (address: string, ids: Record<string, string>) =>
  address.replace(/\$(\w+)/g, (_, name) => ids[name] ?? "none");
