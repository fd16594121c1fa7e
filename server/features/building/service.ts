import QRCode from "qrcode";
import { type Db, write } from "../../database/open.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { recordChange } from "../../platform/audit/audit.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import { trustAddress } from "../../platform/https/certificates.ts";
import { endOf } from "../../platform/https/pair.ts";
import { fingerprintOf } from "../../platform/https/trustPage.ts";
import { clearSetting, readSetting, writeSetting } from "../../platform/settings/settings.ts";
import { contentVersion } from "../../platform/validation/contentVersion.ts";
import type { Services } from "../../services.ts";
import { buildingError } from "./errors.ts";
import type { BuildingUpdate } from "./schema.ts";

export const buildingDetails = (db: Db) => ({
  name: readSetting(db, "buildingName"),
  bankDetails: readSetting(db, "bankDetails"),
});

/** Numbers that everybody in the building may need, in their order. */
export const contactsOf = (db: Db) => readSetting(db, "contacts");

const settingsOf = (db: Db) => ({
  ...buildingDetails(db),
  contacts: contactsOf(db),
  signInHelp: readSetting(db, "signInHelp"),
  informationOfficer: readSetting(db, "informationOfficer"),
});

/** Of these the trail says only that they changed: erasing the people they name could not take them out. */
const withNames = ["contacts", "signInHelp", "informationOfficer"] as const;

/** What admins change part by part; they send the version of a part when they save it. */
export function buildingSettings(db: Db) {
  const settings = settingsOf(db);
  const versions = Object.entries(settings).map(
    ([part, value]) => [part, contentVersion([value])] as const,
  );
  return { ...settings, versions: Object.fromEntries(versions) };
}

/**
 * Changes only the fields that are given. Returns all settings.
 * @throws building.changed if those fields are not of `version` any more
 */
export function updateBuilding(
  db: Db,
  by: Actor,
  { version, ...update }: BuildingUpdate,
  now: Moment,
) {
  return write(db, () => {
    const [before, details] = [settingsOf(db), buildingDetails(db)];
    if (update.name !== undefined) writeSetting(db, "buildingName", update.name, now.at);
    if (update.bankDetails) writeSetting(db, "bankDetails", update.bankDetails, now.at);
    if (update.contacts) writeSetting(db, "contacts", update.contacts, now.at);
    if (update.signInHelp?.label) writeSetting(db, "signInHelp", update.signInHelp, now.at);
    else if (update.signInHelp) clearSetting(db, "signInHelp");
    if (update.informationOfficer)
      writeSetting(db, "informationOfficer", update.informationOfficer, now.at);
    else if (update.informationOfficer === "") clearSetting(db, "informationOfficer");
    const after = settingsOf(db);
    const given = (Object.keys(update) as (keyof typeof update)[]).map((part) => before[part]);
    const isStale = version !== undefined && version !== contentVersion(given);
    // Who heard no answer may save the same again, which changes nothing.
    if (isStale && contentVersion(before) !== contentVersion(after))
      throw buildingError("building.changed");
    const changed = withNames.filter(
      (part) => contentVersion([before[part]]) !== contentVersion([after[part]]),
    );
    recordChange(db, by, now.at, {
      action: "building.update",
      subjectId: "building",
      before: details,
      after: {
        ...buildingDetails(db),
        ...Object.fromEntries(changed.map((part) => [part, "changed"])),
      },
    });
    return buildingSettings(db);
  });
}

/**
 * How people reach this server: over plain HTTP, with a certificate from elsewhere, with one from
 * this machine's own authority, or through a proxy that has one.
 */
export async function connectionOf({ config, certificates, origin }: Services) {
  const address = origin();
  if (!certificates)
    return {
      way: config.origin?.startsWith("https:") ? ("proxy" as const) : ("plain" as const),
      address,
      until: null,
      troubles: [],
      trust: null,
    };
  const { kind, pair, authority, problems: troubles } = certificates;
  return {
    way: kind,
    address,
    troubles: troubles(),
    /** When the certificate expires. */
    until: endOf(pair().chain[0]).toISOString(),
    /** The address to install the certificate authority from, and the fingerprint to compare. */
    trust: authority && {
      address: trustAddress(address),
      qr: await QRCode.toString(trustAddress(address), { type: "svg", margin: 2 }),
      fingerprint: fingerprintOf(authority),
    },
  };
}
