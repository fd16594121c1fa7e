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

/**
 * The version, for what asks all the time. Changes of other programs, to look for which takes SQLite's
 * locks, are looked for once in a turn of the event loop: what is answered in the same turn was asked
 * before it began, and so before whatever another program changes meanwhile.
 */
export const versionInTurn = prepared((db) => {
  const { own, others } = counters(db);
  let seen: number | undefined;
  const forget = () => {
    seen = undefined;
  };
  return (): string => {
    const ours = own();
    if (seen === undefined) {
      seen = others();
      setImmediate(forget);
    }
    return `${ours}-${seen}`;
  };
});
