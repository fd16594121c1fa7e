import { auditPersonal } from "../platform/audit/personal.ts";
import { authPersonal } from "../platform/auth/personal.ts";
import { filesPersonal } from "../platform/files/personal.ts";
import { livePersonal } from "../platform/live/personal.ts";
import { mailPersonal } from "../platform/mail/personal.ts";
import { pushPersonal } from "../platform/push/personal.ts";
import { settingsPersonal } from "../platform/settings/personal.ts";
import { allActions, type Feature, features } from "./features.ts";
import type { Declared } from "./procedures.ts";

const { people, audit, ...others } = features;
const rows = Object.values<Feature>(features).flatMap(({ rest }) => rest?.rows ?? []);

/** A person's own details come first in their data, and their actions come last. */
export const declared: Declared = {
  personal: [
    people.personal,
    authPersonal,
    filesPersonal,
    ...Object.values<Feature>(others).flatMap(({ personal }) => personal ?? []),
    ...rows.flatMap(({ personal }) => personal ?? []),
    mailPersonal,
    livePersonal,
    pushPersonal,
    settingsPersonal,
    auditPersonal,
    audit.personal,
  ],
  actions: Object.fromEntries(allActions.flatMap((each) => Object.entries(each)).sort()),
  needs: new Map(
    Object.entries<Feature>(features).flatMap(([name, { needs }]) =>
      needs ? [[name, needs]] : [],
    ),
  ),
};
