import { randomUUID } from "node:crypto";
import { type Db, oncePerDatabase } from "./open.ts";

/** Two counters of changes to the database: our own, and those of other programs. */
const counters = oncePerDatabase(({ $client }) => {
  const own = $client.prepare<[], number>("SELECT total_changes()").pluck();
  const others = $client.prepare<[], number>("PRAGMA data_version").pluck();
  // Both restart at each opening, also of a restored file, so the version includes a random part.
  return { opening: randomUUID(), own: () => own.get(), others: () => others.get() };
});

/** The current version of the database. It never repeats, not even for another file. */
export function versionOf(db: Db): string {
  const { opening, own, others } = counters(db);
  return `${opening}-${own()}-${others()}`;
}
