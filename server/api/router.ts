import { announcements } from "../features/announcements/router.ts";
import { audit } from "../features/audit/router.ts";
import { backups } from "../features/backups/router.ts";
import { building } from "../features/building/router.ts";
import { dashboard } from "../features/dashboard/router.ts";
import { fines } from "../features/fines/router.ts";
import { invites } from "../features/invites/router.ts";
import { maintenance } from "../features/maintenance/router.ts";
import { passkeys } from "../features/passkeys/router.ts";
import { people } from "../features/people/router.ts";
import { printedInvites } from "../features/printedInvites/router.ts";
import { privacy } from "../features/privacy/router.ts";
import { profile } from "../features/profile/router.ts";
import { proofs } from "../features/proofs/router.ts";
import { session } from "../features/session/router.ts";
import { setup } from "../features/setup/router.ts";
import { twoFactor } from "../features/twoFactor/router.ts";
import { units } from "../features/units/router.ts";
import { visitors } from "../features/visitors/router.ts";
import { weather } from "../features/weather/router.ts";
import { createCallerFactory, router } from "./procedures.ts";

/** All procedures: role × feature. */
export const appRouter = router({
  public: {
    session: session.public,
    passkeys: passkeys.public,
    setup: setup.public,
    links: invites.public,
    privacy: privacy.public,
  },
  member: {
    session: session.member,
    factors: twoFactor.member,
    passkeys: passkeys.member,
    announcements: announcements.member,
    building: building.member,
    profile: profile.member,
    weather: weather.member,
    privacy: privacy.member,
  },
  admin: {
    session: session.admin,
    factors: twoFactor.admin,
    dashboard: dashboard.admin,
    people: people.admin,
    invites: invites.admin,
    sheets: printedInvites.admin,
    fines: fines.admin,
    proofs: proofs.admin,
    maintenance: maintenance.admin,
    visitors: visitors.admin,
    announcements: announcements.admin,
    building: building.admin,
    backups: backups.admin,
    audit: audit.admin,
    privacy: privacy.admin,
    profile: profile.admin,
    units: units.admin,
  },
  resident: {
    dashboard: dashboard.resident,
    fines: fines.resident,
    proofs: proofs.resident,
    maintenance: maintenance.resident,
    visitors: visitors.resident,
    profile: profile.resident,
  },
  staff: {
    dashboard: dashboard.staff,
    maintenance: maintenance.staff,
    announcements: announcements.staff,
    profile: profile.staff,
  },
});

export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
export type Api = ReturnType<typeof createCaller>;
