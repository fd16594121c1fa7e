import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readConfig, withoutSettings } from "../config.ts";
import { installationAt } from "../platform/installation/installation.ts";
import { root } from "../platform/installation/paths.ts";
import { parseSettings } from "../platform/installation/settingsFile.ts";
import { readRelease, releaseDamage, releaseFile } from "../platform/release/manifest.ts";
import { loadDatabaseModule } from "../platform/release/modules.ts";
import { ReleaseError } from "../platform/release/releaseError.ts";
import { checkRelease } from "../platform/release/trust.ts";
import { command } from "./command.ts";

/** @param settings the file; null when there is none yet @throws ReleaseError, ConfigError */
export async function refuseUnfitHere(settings: string | null): Promise<void> {
  loadDatabaseModule();
  if (settings === null) return;
  const values = parseSettings(readFileSync(settings, "utf8"), settings);
  readConfig({ ...withoutSettings(process.env), ...values });
}

export const preflight = command({
  name: "preflight",
  summary: "Says whether this release can be installed here, and changes nothing.",
  options: {
    prefix: { type: "string", value: "FOLDER", required: true, help: "Where it is to go." },
    unsigned: { type: "boolean", help: "Takes it although nobody can check who made it." },
  },
  async run({ prefix, unsigned }) {
    const { settings, current } = installationAt(resolve(prefix));
    await refuseUnfitHere(existsSync(settings) ? settings : null);
    const isInstalled = existsSync(join(current, releaseFile));
    const installed = isInstalled ? await readRelease(current) : null;
    const own = await readRelease(root);
    if (own.name === installed?.name) return;
    const [damaged] = await releaseDamage(root, own);
    if (damaged)
      throw new ReleaseError(
        `This release is damaged or was changed (${damaged}). Fetch it again.`,
      );
    await checkRelease(root, { installed, unsigned, note: console.log });
  },
});
