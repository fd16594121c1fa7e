import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../../config.ts";
import { type Db, prepared, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { issueLink, lookAtLink, useLink } from "../../../platform/auth/links/links.ts";
import { accounts } from "../../../platform/auth/table.ts";
import type { Moment } from "../../../platform/clock/clock.ts";
import { writeSetting } from "../../../platform/settings/settings.ts";
import { addPerson } from "../../people/service.ts";
import { buildingError } from "../errors.ts";
import type { FirstAdmin } from "./schema.ts";

const anyAccount = prepared((db) => db.select({ id: accounts.id }).from(accounts).limit(1));

/** Whether there are no accounts yet, not even removed ones. */
export const needsSetup = (db: Db): boolean => anyAccount(db).get() === undefined;

/** Creates the one-time set-up link, and invalidates the one from an earlier start. */
export const issueSetupLink = (db: Db, origin: string, now: Moment): string =>
  `${origin}/set-up#${issueLink(db, "setup", null, now.at).token}`;

/** The file with the one-time link, for people who read a log instead of a terminal. */
export const setupLinkFile = ({ data }: Pick<Config, "data">): string =>
  join(data, "set-up-link.txt");

/** Deletes that file, because its link was used or replaced. */
export const deleteSetupLinkFile = (config: Pick<Config, "data">): void =>
  rmSync(setupLinkFile(config), { force: true });

/** Refuses an invalid link before the costly hash. @throws setup.done, auth.unusable_link */
export function refuseUnlessFresh(db: Db, token: string, now: Moment): void {
  if (!needsSetup(db)) throw buildingError("setup.done");
  lookAtLink(db, token, ["setup"], now.at);
}

/**
 * Names the building and creates its first admin; the link stops working.
 * @throws setup.done if there is an account already; auth.unusable_link
 */
export function setUp(db: Db, by: Actor, input: FirstAdmin, hash: string, now: Moment): string {
  return write(db, () => {
    refuseUnlessFresh(db, input.token, now);
    useLink(db, input.token, ["setup"], now.at);
    writeSetting(db, "buildingName", input.building, now.at);
    const { name, surname, username, email, cellPhone, idNumber } = input;
    const details = { role: "Admin" as const, name, surname, username, email, cellPhone, idNumber };
    // Nobody here could agree with anybody yet; the username that they chose is theirs alone.
    const agreed = { ...details, shareEmail: true };
    return addPerson(db, by, agreed, { hash, chosenBy: "themselves" }, now);
  });
}
