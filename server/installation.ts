import { accessSync, constants, existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadEnvFile } from "node:process";
import { ConfigError } from "./config.ts";
import { migrationsFolder, root } from "./paths.ts";

/** Where scripts/install put Stoep: `versions/` with one folder per release, and what leads to them. */
export interface Installation {
  /** Such as /opt/stoep. */
  prefix: string;
  /** The settings, one `NAME=value` a line, as README's table has them. */
  settings: string;
  versions: string;
  /** A link to the release in use. */
  current: string;
  /** A link to the release an upgrade began with, for as long as it may have to go back. */
  fallback: string;
  /** What an upgrade has done so far; not there when none is under way. */
  journal: string;
}

export const installationAt = (prefix: string): Installation => ({
  prefix,
  settings: join(prefix, "stoep.env"),
  versions: join(prefix, "versions"),
  current: join(prefix, "current"),
  fallback: join(prefix, "fallback"),
  journal: join(prefix, "upgrade.json"),
});

/** The installation this program is a release of; null when it runs from its sources or a folder of its own. */
export function ownInstallation(): Installation | null {
  const installation = installationAt(resolve(root, "..", ".."));
  const isRelease = resolve(root, "..") === installation.versions;
  return isRelease && existsSync(installation.settings) ? installation : null;
}

/** Takes the settings of the installation, if there is one; what the environment says already stays. */
export function takeInstalledSettings(): void {
  const installation = ownInstallation();
  if (installation) loadEnvFile(installation.settings);
}

/**
 * Gives up root for the user whose data they are, so that no file of root's gets among them.
 * Does nothing for anybody else, and where there are no data yet.
 * @throws ConfigError when the program lies where that user may not look
 */
export function becomeOwnerOf(folder: string): void {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return;
  const { uid, gid } = statSync(folder);
  if (uid === 0) return;
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  try {
    accessSync(migrationsFolder, constants.R_OK);
  } catch {
    throw new ConfigError(
      `The data in ${folder} belong to a user who may not read the program in ${root}. Put it where everybody may, such as /opt.`,
    );
  }
}
