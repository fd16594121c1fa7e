import { type Day, dayOf, type Instant } from "../clock/clock.ts";
import { madeAt } from "./archive/names.ts";

const dayMs = 86_400_000;

/** The Monday that begins a day's ISO 8601 week. It names the week and sorts by time. */
function weekOf(day: Day): Day {
  const date = new Date(`${day}T00:00:00Z`);
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  return new Date(date.getTime() - sinceMonday * dayMs).toISOString().slice(0, 10);
}

const spans: [count: number, spanOf: (day: Day) => string][] = [
  [7, (day) => day],
  [4, weekOf],
  [12, (day) => day.slice(0, 7)],
];

/**
 * The newest of each of the last 7 days, 4 ISO weeks and 12 months that have one stay, and the first
 * of today. Days without a backup are not counted, so a machine that was off loses nothing.
 * @param now what is dated later was made while the clock was wrong, and is ranked by itself: it must
 * not push out what is made now
 */
export function retained(names: readonly string[], timeZone: string, now?: Instant): Set<string> {
  const ahead = names.filter((name) => now && (madeAt(name) ?? "") > now);
  if (ahead.length > 0) {
    const others = names.filter((name) => !ahead.includes(name));
    return new Set([...retained(others, timeZone, now), ...retained(ahead, timeZone)]);
  }
  const newestFirst = names
    .map((name) => ({ name, at: madeAt(name) ?? "" }))
    .sort((a, b) => b.at.localeCompare(a.at) || b.name.localeCompare(a.name))
    .map(({ name, at }) => ({ name, day: dayOf(new Date(at), timeZone) }));
  const staying = new Set<string>();
  for (const [count, spanOf] of spans) {
    const newest = new Map<string, string>();
    for (const { name, day } of newestFirst) {
      const span = spanOf(day);
      if (!newest.has(span) && newest.size < count) newest.set(span, name);
    }
    for (const name of newest.values()) staying.add(name);
  }
  // Whoever makes one because something went wrong today still has the night's.
  const first = newestFirst.findLast(({ day }) => now && day === dayOf(new Date(now), timeZone));
  if (first) staying.add(first.name);
  return staying;
}
