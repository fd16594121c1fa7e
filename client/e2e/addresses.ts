import { routes } from "../routes.ts";

export type Role = "admin" | "resident" | "staff";
export type Who = Role | "nobody";

/**
 * A screen's title before "· Stoep", its heading, and, for a list, the search parameters to leave
 * it with.
 */
type Says = readonly [title: string, heading: string | RegExp, left?: string];

const greeting = /^Good (morning|afternoon|evening),/;

/** Every address, by who looks at it; `withIds` replaces names that begin with `$` by ids. */
export const screens: Record<Who, Readonly<Record<string, Says>>> = {
  nobody: {
    "/": ["Welcome", "Welcome. Connect."],
    "/privacy": ["Privacy", "What we keep about you"],
    "/about": ["About Us", "About Us"],
    "/login": ["Login", "Login"],
    "/forgot-password": ["Forgot your password", "Forgot your password?"],
    "/link": ["Your link", "This link does not work"],
    "/join": ["Join with a code", "Join with a code"],
    "/set-up": ["Set up your building", "Stoep is already set up"],
    "/nopage": ["Page not found", "We cannot find this page"],
  },
  admin: {
    "/admin/dashboard": ["Admin dashboard", greeting],
    "/admin/staff": ["Staff", "Staff", "sort=-surname"],
    "/admin/staff/staffsignupform": ["Sign up staff", "Sign up staff"],
    "/admin/residents": ["Residents", "Residents", "sort=-surname&page=2"],
    "/admin/residents/signupform": ["Sign up a resident", "Sign up a resident"],
    "/admin/residents/$residentId/fines": [
      "Fines of a resident",
      /^Fines of \w+ \w+/,
      "sort=amount",
    ],
    "/admin/residents/$residentId/fines/new_fine": ["New fine", "New fine"],
    "/admin/residents/$residentId/fines/$fineId/update": [
      "Update fine",
      /^\w+ \w+, R[\d\s]+\.\d\d$/,
    ],
    "/admin/invites": ["Invites on paper", "Invites on paper"],
    "/admin/admins": ["Admins", "Admins", "filter=a"],
    "/admin/admins/signupform": ["Sign up an admin", "Sign up an admin"],
    "/admin/units": ["Units", "Units", "sort=-pq"],
    "/admin/units?view=floors": ["Units", "Units"],
    "/admin/units/new_unit": ["Add a unit", "Add a unit"],
    "/admin/units/weights": ["Weights under a rule", "Weights under a rule"],
    "/admin/units/weights?unit=$unitId": ["Weights under a rule", /^Weight of Unit \d+$/],
    "/admin/units/$unitId": ["Unit", /^Unit \d+$/],
    "/admin/units/$unitId/update": ["Update unit", "Update unit"],
    "/admin/units/$unitId/quota": ["Another quota", /^Another quota for Unit \d+$/],
    "/admin/units/$unitId/areas/new": ["Another area", /^Another area for Unit \d+$/],
    "/admin/units/$unitId/people/new": ["Who has a unit", /^Who has Unit \d+$/],
    "/admin/units/$unitId/transfer": ["New owners", /^New owners of Unit \d+$/],
    "/admin/changes": ["Changes", "Changes", "status=Waiting"],
    "/admin/changes/$noticeId": ["Announced change", /^Somebody moves in, Unit \d+$/],
    "/admin/trustees": ["Trustees", "Trustees"],
    "/admin/trustees/new": ["Enter a trustee", "Enter a trustee"],
    "/admin/search": ["Search", "Search"],
    "/admin/people": ["People", "People", "sort=-kind&status=no"],
    "/admin/people/new": ["Add a person", "Add a person"],
    "/admin/people/$personId": ["Person", /^\w+ \w+/],
    "/admin/people/$personId/update": ["Edit a person", /^Edit \w+ \w+/],
    "/admin/people/$personId/merge": ["Merge two entries", "Merge two entries"],
    "/admin/people/$personId/merge?other=$adminId": ["Merge two entries", "Merge two entries"],
    "/admin/import?kind=register": ["Import", "Import people and units"],
    "/admin/import?kind=residents": ["Import", "Import residents"],
    "/admin/import?kind=staff": ["Import", "Import staff"],
    "/admin/import?kind=units": ["Import", "Import units"],
    "/admin/fines": ["Fines", "Fines", "sort=-amount&page=2"],
    "/admin/fines/new_fine": ["New fine", "New fine"],
    "/admin/fines/reminders": ["Reminder letters", "Reminder letters", "sort=-owed"],
    "/admin/fines/update": ["Update a fine", "Update a fine", "filter=paid"],
    "/admin/fines/$fineId/update": ["Update fine", /^\w+ \w+, R[\d\s]+\.\d\d$/],
    "/admin/maintenance": ["Maintenance", "Maintenance", "filter=the&sort=-date&page=2"],
    "/admin/maintenance/$requestId": ["Maintenance request", /^\w+, \w+/],
    "/admin/visitors": ["Visitors", "Visitors", "sort=name"],
    "/admin/building": ["Building", "Building"],
    "/admin/backups": ["Backups", "Backups", "sort=-size"],
    "/admin/privacy": ["Privacy", "Privacy", "sort=-surname&page=2"],
    "/admin/privacy?person=$residentId": ["Privacy", /\w+ \w+/],
    "/admin/audit": ["Audit trail", "Audit trail", "action=fines.issue"],
    "/admin/audit?entry=1": ["Audit trail", /^Entry \d+/],
    "/admin/profile": ["Admin Profile", "Admin Profile"],
  },
  resident: {
    "/resident/dashboard": ["Resident dashboard", greeting],
    "/resident/issues": ["My issues", "My issues", "sort=description"],
    "/resident/reports": ["Reports", "Reports"],
    "/resident/reports/maintenance": ["Maintenance report", "Maintenance report", "sort=-date"],
    "/resident/reports/fines": ["Fines", "Fines", "sort=amount"],
    "/resident/reports/fines/payment-upload?fineId=$fineId": ["Pay a fine", /^R.* for \w+/],
    "/resident/vistors": ["Visitations", "Visitations"],
    "/resident/vistors?tab=in": ["Visitations", "Visitations", "sort=name"],
    "/resident/changes": ["Changes", "Changes", "sort=unit"],
    "/resident/changes/new": ["Announce a change", "Announce a change"],
    "/resident/profile": ["Resident Profile", "Resident Profile"],
    "/resident/about-me": ["About me", "About me"],
    "/change-password": ["Change your password", "Change your password"],
    "/second-step": ["Second step", "Set up a second step"],
  },
  staff: {
    "/staff/dashboard": ["Staff dashboard", greeting],
    "/staff/staffdashboard": ["Staff dashboard", greeting],
    "/staff/allmaintenanceissues": [
      "All Maintenance Issues",
      "All Maintenance Issues",
      "type=mine&sort=-room&page=2",
    ],
    "/staff/staffprofile": ["Staff Profile", "Staff Profile"],
  },
};

export const everybody = Object.keys(screens) as Who[];

export const withIds = (address: string, ids: Record<string, string>) =>
  address.replace(/\$(\w+)/g, (_, name) => ids[name] ?? "none");

/** The source file of the screen at each address, as in client/routes.ts. */
export const files = new Map((routes.children ?? []).flatMap((node) => screensBelow(node, "")));

function screensBelow(
  node: NonNullable<typeof routes.children>[number],
  above: string,
): [address: string, file: string][] {
  const path = node.type === "route" ? `${above}/${node.path}` : above;
  const { file = "", children = [] } = { ...node } as { file?: string; children?: (typeof node)[] };
  if (children.length === 0) return [[path || "/", file]];
  return children.flatMap((child) => screensBelow(child, path));
}
