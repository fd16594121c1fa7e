import { randomUUID } from "node:crypto";
import { type Db, prepared } from "./open.ts";

/** Each changes with every change of the database: one for our own, one for those of other programs. */
const counters = prepared(({ $client }) => {
  const own = $client.prepare<[], number>("SELECT total_changes()").pluck();
  const others = $client.prepare<[], number>("PRAGMA data_version").pluck();
  // Both begin anew with each opening, of this file or of the one that was restored in its place.
  return { opening: randomUUID(), own: () => own.get(), others: () => others.get() };
});

/** The database's version as it is at this moment, which no other moment or file ever has again. */
export function versionOf(db: Db): string {
  const { opening, own, others } = counters(db);
  return `${opening}-${own()}-${others()}`;
}
