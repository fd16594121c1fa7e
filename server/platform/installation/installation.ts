import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ConfigError } from "../../config.ts";
import { attempt } from "../files/attempt.ts";
import { migrationsFolder, root } from "./paths.ts";
import { parseSettings } from "./settingsFile.ts";

/** The folder of scripts/install: `versions/` with one folder per release, and links to them. */
export const installationAt = (prefix: string) => ({
  prefix,
  /** The settings, one `NAME=value` per line, as in README's table. */
  settings: join(prefix, "stoep.env"),
  versions: join(prefix, "versions"),
  current: join(prefix, "current"),
  /** A link to the release from before an upgrade, as long as it may have to be undone. */
  fallback: join(prefix, "fallback"),
  /** The progress of an upgrade; missing when none is under way. */
  journal: join(prefix, "upgrade.json"),
});
export type Installation = ReturnType<typeof installationAt>;

/** The installation that this program belongs to; null in a checkout or an unpacked folder. */
export function ownInstallation(): Installation | null {
  const installation = installationAt(resolve(root, "..", ".."));
  const isRelease = resolve(root, "..") === installation.versions;
  return isRelease && existsSync(installation.settings) ? installation : null;
}

/** Whether systemd runs its server. Otherwise it is a plain process. */
export function isService({ prefix }: Pick<Installation, "prefix">): boolean {
  const kind = join(prefix, "kind");
  return existsSync(kind) && readFileSync(kind, "utf8").trim() === "service";
}

/** @throws ConfigError when its file cannot be read */
export function installedSettings({ settings }: Installation): Record<string, string> {
  requireAccess(settings, constants.R_OK);
  return parseSettings(readFileSync(settings, "utf8"), settings);
}

/** Checks the rights to a path first, for a clear error. @throws ConfigError */
export function requireAccess(path: string, wanted: number): void {
  try {
    accessSync(path, wanted);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A link to a place that is not there. A folder that is missing may still be made.
    if (code === "ENOENT" && attempt(() => lstatSync(path), null)) throw error;
    if (code !== "EACCES") return;
    if (wanted & constants.X_OK && attempt(() => statSync(path).isFile(), false))
      throw new ConfigError(`${path} is a file, but a folder must be there. Move the file away.`);
    throw new ConfigError(`You may not use ${path}. Run it again with sudo, or as its owner.`);
  }
}

/** Adds the installation's settings to the environment, whose own win. @throws ConfigError */
export function takeInstalledSettings(): void {
  const installation = ownInstallation();
  if (!installation) return;
  for (const [name, value] of Object.entries(installedSettings(installation)))
    process.env[name] ??= value;
}

/** Whether the installed release asks this one for its version, before it stops anything for it. */
export function isCandidate(): boolean {
  const installation = ownInstallation();
  if (!installation || !existsSync(installation.current)) return false;
  return realpathSync(installation.current) !== root;
}

export const wayTo = (path: string): string[] =>
  path === dirname(path) ? [path] : [...wayTo(dirname(path)), path];

const shared = (folder: string, place: string) =>
  new ConfigError(
    `The data folder ${folder} belongs to root, but ${place} belongs to somebody else or is open to everybody, who could then misuse what root does there. Give the data to the user that Stoep runs as (chown -R), or put them where only root may write.`,
  );

/** @throws ConfigError when anybody but root can change a folder or a part of its path */
function refuseShared(folder: string): void {
  const places = new Set([resolve(folder), realpathSync(folder)].flatMap(wayTo));
  for (const place of places) {
    const { uid, mode } = statSync(place);
    const isOpen = (mode & 0o002) !== 0 && (mode & 0o1000) === 0;
    if (uid !== 0 || lstatSync(place).uid !== 0 || isOpen) throw shared(folder, place);
  }
  if ((statSync(folder).mode & 0o002) !== 0) throw shared(folder, folder);
}

/**
 * Switches permanently from root to the owner of the data, because root would follow links among
 * them.
 * @throws ConfigError when the data are root's, but others can change them
 */
export function dropRootFor(folder: string): void {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return;
  const { uid, gid } = statSync(folder);
  if (uid === 0) {
    refuseShared(folder);
    return;
  }
  becomeUser({ uid, gid });
}

export function becomeUser({ uid, gid }: { uid: number; gid: number }): void {
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

/** For a process that needs its program's files. @throws ConfigError when they may not be read */
export function becomeOwnerOf(folder: string): void {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return;
  // In a checkout root may work as root; only an installation has its own user.
  if (statSync(folder).uid === 0 && !ownInstallation()) return;
  dropRootFor(folder);
  try {
    accessSync(migrationsFolder, constants.R_OK);
  } catch {
    throw new ConfigError(
      `The data in ${folder} belong to a user who may not read the program in ${root}. Put the program where everybody may read it, such as /opt.`,
    );
  }
}
