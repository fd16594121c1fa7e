import { appRouter } from "../../server/api/router.ts";
import { accountOfSession } from "../../server/platform/auth/sessions/sessions.ts";
import type { Building, Call, Take } from "./aged.ts";

const admin = ({ as, take }: Building) => as(take("admin")).admin;
const resident = ({ as, take }: Building) => as(take("resident")).resident;
const staff = ({ as, take }: Building) => as(take("staff")).staff;
const trail =
  (filter: (take: Take) => Record<string, unknown>): Call =>
  (b) =>
    admin(b).audit.entries(filter(b.take));

/** In a short past one person has few rows, and a fuller page takes longer in any building. */
const aFew = 2;
const rare = "factors.rule_for_admins";
/** Not a call of its own: every other call begins with it. */
export const session = "who holds a session";
/** Every list and every number on a dashboard, from its start and from far back. */
export const calls: Record<string, Call> = {
  [session]: ({ services: { db, config, now }, token }) =>
    accountOfSession(db, token(), now().at, config.session),
  "admin.dashboard.overview": (b) => admin(b).dashboard.overview(),
  "resident.dashboard.overview": (b) => resident(b).dashboard.overview(),
  "staff.dashboard.overview": (b) => staff(b).dashboard.overview(),
  "resident.dashboard.messages": (b) => resident(b).dashboard.messages(),
  "member.notices.mine": (b) => b.as(b.take("resident")).member.notices.mine(),
  "member.announcements.all": (b) => b.as(b.take("resident")).member.announcements.all({}),
  "admin.changeNotices.all": (b) => admin(b).changeNotices.all({}),
  "resident.changeNotices.mine": (b) => resident(b).changeNotices.mine({}),
  "admin.people.residents": (b) => admin(b).people.residents({}),
  "admin.people.admins": (b) => admin(b).people.admins({}),
  "admin.people.staff": (b) => admin(b).people.staff({}),
  "admin.fines.all": (b) => admin(b).fines.all({}),
  "admin.fines.all, far back": (b) => admin(b).fines.all({ cursor: b.take("fine") }),
  "admin.fines.one": (b) => admin(b).fines.one({ fineId: b.take("fine") }),
  "resident.fines.mine": (b) => resident(b).fines.mine({}),
  "resident.fines.mine, far back": (b) =>
    resident(b).fines.mine({ cursor: b.take("fine"), limit: aFew }),
  "admin.maintenance.all": (b) => admin(b).maintenance.all({}),
  "admin.maintenance.all, far back": (b) => admin(b).maintenance.all({ cursor: b.take("request") }),
  "member.maintenance.one": (b) =>
    b.as(b.take("admin")).member.maintenance.one({ requestId: b.take("request") }),
  "resident.maintenance.mine": (b) => resident(b).maintenance.mine({}),
  "staff.maintenance.all": (b) => staff(b).maintenance.all({}),
  "staff.maintenance.all, of one trade": (b) => staff(b).maintenance.all({ type: "mine" }),
  "staff.maintenance.all, of one trade, far back": (b) =>
    staff(b).maintenance.all({ type: "mine", cursor: b.take("request") }),
  "admin.visitors.present": (b) => admin(b).visitors.present({}),
  "admin.visitors.present, far back": (b) => admin(b).visitors.present({ cursor: b.take("visit") }),
  "resident.visitors.present": (b) => resident(b).visitors.present({}),
  "admin.privacy.people": (b) => admin(b).privacy.people(),
  "admin.privacy.person": (b) => admin(b).privacy.person({ id: b.take("resident") }),
  "admin.privacy.visitors": (b) => admin(b).privacy.visitors(),
  "admin.audit.about": (b) => admin(b).audit.about(),
  "admin.audit.entry": (b) => admin(b).audit.entry({ entry: Number(b.take("entry")) }),
  "admin.audit.entries": trail(() => ({})),
  "admin.audit.entries, far back": trail((take) => ({ cursor: take("entry") })),
  "admin.audit.entries, of a deed": trail(() => ({ action: "fines.issue" })),
  "admin.audit.entries, of a rare deed": trail(() => ({ action: rare })),
  "admin.audit.entries, of a deed nobody did": trail(() => ({ action: "units.remove" })),
  "admin.audit.entries, of a person": trail((take) => ({ who: take("resident") })),
  "admin.audit.entries, of a person, far back": trail((take) => ({
    who: take("resident"),
    cursor: take("entry"),
    limit: aFew,
  })),
  "admin.audit.entries, of a person and a deed": trail((take) => ({
    who: take("resident"),
    action: "fines.issue",
    limit: aFew,
  })),
  "admin.audit.entries, of a person and a rare deed": trail((take) => ({
    who: take("resident"),
    action: rare,
  })),
  "admin.audit.entries, about a thing": trail((take) => ({ about: take("subject") })),
  "admin.audit.entries, about a thing, of a person": trail((take) => ({
    about: take("subject"),
    who: take("resident"),
  })),
  "admin.audit.entries, of a day": trail((take) => ({ day: take("day") })),
  "admin.audit.entries, of a day and a deed": trail((take) => ({
    day: take("day"),
    action: "fines.issue",
  })),
  "admin.audit.entries, of a day and a rare deed": trail((take) => ({
    day: take("day"),
    action: rare,
  })),
  "admin.audit.entries, of a day and a person": trail((take) => ({
    day: take("day"),
    who: take("resident"),
  })),
};

const today = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
const anyStatus = () => (Math.random() < 0.5 ? "Paid" : "Unpaid");
/** Each change is on the disk before its response. */
export const changes: Record<string, Call> = {
  "admin.fines.issue": (b) =>
    admin(b).fines.issue({
      residentId: b.take("resident"),
      type: "Late Rent",
      amountCents: 45_000,
      dueDate: today(),
      reason: "Rent of the month came late",
    }),
  "admin.fines.setStatus": (b) =>
    admin(b).fines.setStatus({ fineId: b.take("recentFine"), status: anyStatus() }),
  "admin.fines.setStatus, of an old fine": (b) =>
    admin(b).fines.setStatus({ fineId: b.take("fine"), status: anyStatus() }),
  "resident.maintenance.log": (b) =>
    resident(b).maintenance.log({
      maintenanceType: "Electricity",
      roomNumber: "4",
      date: today(),
      description: "It drips",
    }),
  "resident.visitors.signIn": (b) =>
    resident(b).visitors.signIn({
      visitationType: "Day Visit",
      roomNumber: "4",
      residentName: "R M",
      startDate: today(),
      visitorName: "Jan",
      visitorSurname: "Botha",
      visitorEmail: "jan@example.co.za",
    }),
};

/** Lists and overviews that are not measured. */
export const left = () =>
  Object.entries(
    appRouter._def.procedures as unknown as Record<
      string,
      { _def: { type: string; inputs: { shape?: object }[] } }
    >,
  )
    .filter(
      ([path, { _def }]) =>
        _def.type === "query" &&
        ("cursor" in (_def.inputs[0]?.shape ?? {}) || path.endsWith(".overview")),
    )
    .map(([path]) => path)
    // This one reads files, not rows.
    .filter((path) => !(path in calls) && path !== "admin.backups.overview");
