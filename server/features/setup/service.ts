import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import { type Db, prepared, write } from "../../database/open.ts";
import { AppError } from "../../errors.ts";
import type { Actor } from "../../platform/audit/audit.ts";
import { issueLink, lookAtLink, useLink } from "../../platform/auth/links/links.ts";
import { accounts } from "../../platform/auth/table.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import { writeSetting } from "../../platform/settings/settings.ts";
import { addPerson } from "../people/service.ts";
import type { FirstAdmin } from "./schema.ts";

const anyAccount = prepared((db) =>
  db.select({ id: accounts.id }).from(accounts).limit(1).prepare(),
);

/** Whether this building has nobody yet. Removed people count: the house is not fresh any more. */
export const needsSetup = (db: Db): boolean => anyAccount(db).get() === undefined;

/** The one-time set-up link; the one printed by an earlier start stops working. */
export const issueSetupLink = (db: Db, origin: string, now: Moment): string =>
  `${origin}/set-up#${issueLink(db, "setup", null, now.at).token}`;

/** Where the one-time link lies for somebody who reads a log instead of a terminal. */
export const setupLinkFile = ({ data }: Pick<Config, "data">): string =>
  join(data, "set-up-link.txt");

/** Deletes that file, because its link was used or replaced. */
export const deleteSetupLinkFile = (config: Pick<Config, "data">): void =>
  rmSync(setupLinkFile(config), { force: true });

/** Refuses a dead link before a password is hashed for it. @throws setup.done, auth.unusable_link */
export function refuseUnlessFresh(db: Db, token: string, now: Moment): void {
  if (!needsSetup(db)) throw new AppError("setup.done");
  lookAtLink(db, token, ["setup"], now.at);
}

/**
 * Names the building and makes its first admin; the link dies.
 * @throws setup.done when there is an account already; auth.unusable_link
 */
export function setUp(db: Db, by: Actor, input: FirstAdmin, hash: string, now: Moment): string {
  return write(db, () => {
    refuseUnlessFresh(db, input.token, now);
    useLink(db, input.token, ["setup"], now.at);
    writeSetting(db, "buildingName", input.building, now.at);
    const { name, surname, username, email, cellPhone, idNumber } = input;
    const details = { role: "Admin" as const, name, surname, username, email, cellPhone, idNumber };
    return addPerson(db, by, details, { hash, chosenBy: "themselves" }, now);
  });
}
