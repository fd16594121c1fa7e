import type { Instant } from "../../platform/clock/clock.ts";
import type { BuildingDays } from "../../platform/clock/dayTexts.ts";
import type { Outage } from "./schema.ts";

export const outageWords: Record<Outage, string> = {
  Water: "No water",
  Electricity: "No electricity",
  Lift: "The lift does not work",
};

export interface OutageTimes {
  what: Outage;
  from: Instant;
  until: Instant | null;
}

/** The message of a notice for whoever reads it outside Stoep, with what does not work and when. */
export function wholeMessage(
  message: string,
  outage: OutageTimes | null,
  { paperSpan }: Pick<BuildingDays, "paperSpan">,
): string {
  if (!outage) return message;
  const { what, from, until } = outage;
  const when = paperSpan(new Date(from), until === null ? null : new Date(until));
  return `${outageWords[what]} from ${when}. ${message}`;
}
