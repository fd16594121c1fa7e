import { readFileSync } from "node:fs";
import { readConfig, withoutSettings } from "../config.ts";
import { parseSettings } from "../platform/installation/settingsFile.ts";
import { loadDatabaseModule } from "../platform/release/modules.ts";

/**
 * Whether this program runs on this machine and can use its settings, before anything changes.
 * @param settings the file; null when there is none yet
 * @throws ReleaseError, ConfigError
 */
export async function refuseUnfitHere(settings: string | null): Promise<void> {
  loadDatabaseModule();
  if (settings === null) return;
  const values = parseSettings(readFileSync(settings, "utf8"), settings);
  readConfig({ ...withoutSettings(process.env), ...values });
}
