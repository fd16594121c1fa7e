import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Installation, isService, ownInstallation } from "./installation.ts";
import { root } from "./paths.ts";

// The commands to type, for messages: in a checkout, an unpacked release or an installation.

const installation = ownInstallation();
const isRelease = existsSync(join(root, "release.json"));

const installed = (of: Installation) =>
  isService(of) ? "sudo stoep" : join(of.prefix, "bin/stoep");

export const stoep = installation
  ? installed(installation)
  : isRelease
    ? "./stoep"
    : "scripts/stoep";

/** The doctor with enough rights to check everything. */
export const asRoot = installation ? `${stoep} doctor` : `sudo -E ${stoep} doctor`;

export const start = installation ? `${stoep} restart` : isRelease ? "./stoep" : "scripts/start";

export const startWith = (setting: string): string =>
  installation
    ? `write ${setting} into ${installation.settings}, then: ${start}`
    : `${setting} ${start}`;

export const unset = (...names: string[]): string =>
  installation
    ? `take ${names.join(", ")} out of ${installation.settings}`
    : `unset ${names.join(" ")}`;
