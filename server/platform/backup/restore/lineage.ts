import { join } from "node:path";
import Database from "better-sqlite3";
import * as z from "zod";
import type { Config } from "../../../config.ts";
import { type Head, headOf } from "../../audit/chain.ts";
import { type Lineage, originBy, sharedLength } from "../../audit/history.ts";
import type { Anchor } from "../../audit/verify.ts";
import type { Instant } from "../../clock/clock.ts";
import { attempt } from "../../files/attempt.ts";
import { inDatabase } from "../archive/inspect.ts";
import { databaseName, trail } from "../archive/manifest.ts";
import { anchorsIn, readJson, writeJson } from "../archive/notes.ts";

export type Places = Pick<Config, "data" | "database" | "backups" | "secrets">;

/** Reads from a database that may be missing or damaged. Null if it cannot be read. */
export const lookInto = <T>(file: string, look: (sqlite: Database.Database) => T): T | null =>
  attempt(() => inDatabase(file, look), null);

/**
 * Compares the trail of a prepared backup in `work` with all that this machine knows of its own:
 * the live chain, what earlier restores kept, and what the backups in its own folder noted.
 * @param safetyCopies the folders in which restores keep what they replaced, the newest first
 */
export async function lineageOf(
  work: string,
  places: Places,
  safetyCopies: string[],
): Promise<Lineage> {
  const fresh = new Database(join(work, databaseName), { readonly: true });
  try {
    const end = headOf(fresh) ?? { seq: 0, hash: "" };
    const found = lookInto(places.database, (living) => ({
      head: headOf(living),
      shared: sharedLength(living, fresh),
      origin: originBy(living, end),
    }));
    const living = found?.head?.seq ? found.head : null;
    const shared = living ? (found?.shared ?? 0) : 0;
    let origin = living && found ? found.origin : null;
    for (const folder of safetyCopies)
      origin ??= lookInto(join(folder, databaseName), (sqlite) => originBy(sqlite, end));
    // Only the machine's own folder is trusted, because many people may handle a USB stick.
    const noted = origin ? [] : await anchorsIn(places.backups);
    if (noted.some(({ seq, hash }) => seq === end.seq && hash === end.hash)) origin = "own";
    origin ??= living ? "other" : "unknown";
    return { origin, living, shared, lost: living ? living.seq - shared : 0 };
  } finally {
    fresh.close();
  }
}

const headsName = "audit-heads.json";
const heads = z.array(trail.extend({ at: z.iso.datetime() }));

const headsIn = async (data: string) => (await readJson(join(data, headsName), heads)) ?? [];

/** Before a restore, records the end of the live chain in a file that no restore replaces. */
export async function noteLiving(data: string, living: Head | null, at: Instant): Promise<void> {
  if (living) writeJson(join(data, headsName), [...(await headsIn(data)), { ...living, at }]);
}

/** The ends of the trail that were recorded on this machine and in the second backup folder. */
export async function knownAnchors(
  places: Pick<Config, "data" | "backups"> & { backup: Pick<Config["backup"], "copyTo"> },
): Promise<Anchor[]> {
  const heads = await headsIn(places.data);
  const before = heads.map((head) => ({ ...head, where: `The restore of ${head.at}` }));
  const noted = [await anchorsIn(places.backups), await anchorsIn(places.backup.copyTo)];
  return [...before, ...noted.flat()];
}
