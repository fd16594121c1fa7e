import {
  type Day,
  dayOf,
  type Instant,
  instantAt,
  type Moment,
} from "../../../platform/clock/clock.ts";
import { announcementsError } from "../errors.ts";
import type { NewNotice } from "../schema.ts";
import type { Row } from "./audience.ts";

const instantOf = <None>(said: string | None, timeZone: string): Instant | None =>
  typeof said !== "string" || said.endsWith("Z") ? said : instantAt(said, timeZone);

/** @throws announcements.ends_first, announcements.over */
export function outageOf(
  input: Pick<NewNotice, "outage" | "outageFrom" | "outageUntil">,
  now: Moment,
  timeZone: string,
) {
  const { outage } = input;
  if (!outage) return { outage: null, outageFrom: null, outageUntil: null };
  const outageFrom = instantOf(input.outageFrom, timeZone) ?? now.at;
  const outageUntil = instantOf(input.outageUntil, timeZone) ?? null;
  if (outageUntil !== null && outageUntil <= outageFrom)
    throw announcementsError("announcements.ends_first", { field: "outageUntil" });
  if (outageUntil !== null && outageUntil <= now.at)
    throw announcementsError("announcements.over", { field: "outageUntil" });
  return { outage, outageFrom, outageUntil };
}

/** @throws announcements.ends_first, announcements.over, announcements.ends_before_outage */
export function daysOf(
  { from, until }: Pick<NewNotice, "from" | "until">,
  outageUntil: Instant | null,
  now: Moment,
  timeZone: string,
) {
  const dayIn = (said: string | undefined) =>
    said === undefined ? null : said.length === 10 ? said : dayOf(new Date(said), timeZone);
  // One about an outage is shown until something works again.
  const [firstDay, lastDay] = [dayIn(from), dayIn(until ?? outageUntil ?? undefined)];
  // It is shown by whole days, but times are compared as they were said.
  const at = (said = "") => (said.length > 10 ? Date.parse(said) : Number.NaN);
  if ((firstDay && lastDay && lastDay < firstDay) || at(until) < at(from))
    throw announcementsError("announcements.ends_first", { field: until ? "until" : "from" });
  if (lastDay && lastDay < now.today)
    throw announcementsError("announcements.over", { field: "until" });
  if (lastDay && outageUntil && lastDay < dayOf(new Date(outageUntil), timeZone))
    throw announcementsError("announcements.ends_before_outage", { field: "until" });
  return { firstDay, lastDay };
}

/** The last day that was chosen for a notice, if its outage ends by then; null if it follows from that end. */
export function chosenLastDay(row: Row, end: Instant | null, timeZone: string): Day | null {
  const dayIn = (at: Instant | null) => at && dayOf(new Date(at), timeZone);
  const { lastDay, outageUntil } = row;
  if (lastDay === null || lastDay === dayIn(outageUntil)) return null;
  return lastDay < (dayIn(end) ?? "") ? null : lastDay;
}

/**
 * Another end of an outage, and the last day that its notice is shown: that of the end, unless a later
 * one was chosen. Undefined if it ends as it did.
 * @throws announcements.no_outage, announcements.ends_first, announcements.over
 */
export function correctedEnd(
  row: Row,
  said: string | null | undefined,
  now: Moment,
  timeZone: string,
) {
  if (said === undefined) return undefined;
  const { outage, outageFrom: from } = row;
  if (!outage || !from)
    throw announcementsError("announcements.no_outage", { field: "outageUntil" });
  const asked = instantOf(said, timeZone) ?? undefined;
  // A form sends minutes, and that something works again was noted to the second.
  if (asked?.slice(0, 16) === row.outageUntil?.slice(0, 16)) return undefined;
  const times = { outage, outageFrom: from, outageUntil: asked };
  const { outageUntil } = outageOf(times, now, timeZone);
  const until = chosenLastDay(row, outageUntil, timeZone) ?? undefined;
  const days = { from: row.firstDay ?? undefined, until };
  return { outageUntil, lastDay: daysOf(days, outageUntil, now, timeZone).lastDay };
}
