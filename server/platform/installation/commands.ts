import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Installation, isService, ownInstallation } from "./installation.ts";
import { root } from "./paths.ts";

// What to type here, for sentences that tell somebody to: it differs between a checkout, an unpacked
// release and an installed one.

const installation = ownInstallation();
const isRelease = existsSync(join(root, "release.json"));

const installed = (of: Installation) =>
  isService(of) ? "sudo stoep" : join(of.prefix, "bin/stoep");

/** The command line. */
export const stoep = installation
  ? installed(installation)
  : isRelease
    ? "./stoep"
    : "scripts/stoep";

/** The doctor with the rights to look everywhere. */
export const asRoot = installation ? `${stoep} doctor` : `sudo -E ${stoep} doctor`;

/** What starts the server, or starts it anew. */
export const start = installation ? `${stoep} restart` : isRelease ? "./stoep" : "scripts/start";

/** How to start with another setting. @param setting such as `PORT=3000` */
export const startWith = (setting: string): string =>
  installation
    ? `write ${setting} into ${installation.settings}, then: ${start}`
    : `${setting} ${start}`;

/** How to do without settings that stand in the way. */
export const unset = (...names: string[]): string =>
  installation
    ? `take ${names.join(", ")} out of ${installation.settings}`
    : `unset ${names.join(" ")}`;
