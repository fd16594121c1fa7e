import { type Db, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { recordChange } from "../../../platform/audit/audit.ts";
import { type Day, dayAfter, type Moment } from "../../../platform/clock/clock.ts";
import { daysIn, sayFullDay } from "../../../platform/clock/dayTexts.ts";
import { printText } from "../../../platform/printing/printText.ts";
import { readSetting, writeSetting } from "../../../platform/settings/settings.ts";
import { minutesToday } from "../expected/passes.ts";
import { expectedOn, insideNow } from "./lists.ts";

/** From this minute of the day on, the list of the next day is due: ten at night. */
const dueFrom = 22 * 60;

/** Lines of a list, or that there is nobody. */
const listed = (title: string, lines: readonly string[]) => [
  "",
  `${title} (${lines.length})`,
  "",
  ...(lines.length === 0 ? ["Nobody."] : lines),
];

/**
 * The list for when the power is off, as plain text: who is expected today and tomorrow, with the codes,
 * and who is inside.
 */
export function gatePaper(db: Db, now: Moment, timeZone: string): string {
  const { paperMoment } = daysIn(
    () => timeZone,
    () => new Date(now.at),
  );
  const expected = (day: Day) =>
    expectedOn(db, day, now, timeZone).map(({ unit, code, visitorName, vehicle, pass }) => {
      const who = [visitorName || "A visitor", vehicle].filter(Boolean).join(", ");
      const hours = pass ? `, ${pass.fromTime} to ${pass.untilTime}` : "";
      return `${unit.padEnd(12)} ${code.padEnd(6)}  ${`${who}${hours}`.padEnd(36)}  In _____  Out _____`;
    });
  const inside = insideNow(db, now, timeZone).map(({ unit, visitorName, since, plate }) => {
    const who = [visitorName || "A visitor", plate].filter(Boolean).join(", ");
    const came = `since ${paperMoment(new Date(since))}`;
    return `${unit.padEnd(12)} ${who.padEnd(28)} ${came.padEnd(26)}  Out _____`;
  });
  const tomorrow = dayAfter(now.today, 1);
  return [
    `${readSetting(db, "buildingName")}: the gate, for when the power is off`,
    `Printed ${paperMoment(new Date(now.at))}. Keep it from the queue, and destroy it after its days.`,
    ...listed(`Inside when this was printed`, inside),
    ...listed(`Expected on ${sayFullDay(now.today)}`, expected(now.today)),
    ...listed(`Expected on ${sayFullDay(tomorrow)}`, expected(tomorrow)),
    "",
  ].join("\n");
}

/** Prints that list on a printer of this machine, once each night, or as soon as it can after. */
export async function printGateList(
  db: Db,
  by: Actor,
  printer: string,
  now: Moment,
  timeZone: string,
): Promise<void> {
  const isNight = minutesToday(now, timeZone) >= dueFrom;
  const day = isNight ? dayAfter(now.today, 1) : now.today;
  // Not "that day or a later one": the clock may have been ahead.
  if (readSetting(db, "gateListPrintedFor") === day) return;
  await printText(printer, gatePaper(db, now, timeZone));
  write(db, () => {
    writeSetting(db, "gateListPrintedFor", day, now.at);
    const change = { subjectId: "visits", after: { day } };
    recordChange(db, by, now.at, { action: "visitors.print_list", ...change });
  });
}
