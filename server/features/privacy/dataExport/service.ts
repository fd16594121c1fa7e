import { setImmediate as others } from "node:timers/promises";
import { and, desc, eq } from "drizzle-orm";
import type { Context } from "../../../api/procedures.ts";
import type { Db } from "../../../database/open.ts";
import { inOneGo } from "../../../http/longResponses.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { recordChange } from "../../../platform/audit/audit.ts";
import { auditEvents } from "../../../platform/audit/table.ts";
import type { Instant, Moment } from "../../../platform/clock/clock.ts";
import { LongList } from "../../../platform/privacy/rows.ts";
import { readSetting } from "../../../platform/settings/settings.ts";

/** All data the building has about one person. */
export function dataExportOf(
  { db, declared: { personal } }: Pick<Context, "db" | "declared">,
  id: string,
  now: Moment,
) {
  const files = new Map<string, string>();
  for (const { exportFilesFor } of personal)
    for (const [storedName, name] of exportFilesFor?.(db, id) ?? []) files.set(storedName, name);
  const data = {
    building: readSetting(db, "buildingName"),
    madeAt: now.at,
    ...Object.assign({}, ...personal.map(({ exportFor }) => exportFor?.(db, { id }, files))),
  };
  return { data, files };
}

/** Formats a value like `JSON.stringify` at this indentation. */
const laidOut = (value: unknown, indent: string): string =>
  (JSON.stringify(value, null, 2) ?? "null").replaceAll("\n", `\n${indent}`);

/** The data as JSON in pieces, so no long list is whole in memory, and other requests run. */
export async function* dataExportText(data: Record<string, unknown>): AsyncGenerator<Buffer> {
  let before = "{\n  ";
  for (const [name, value] of Object.entries(data)) {
    yield Buffer.from(`${before}${JSON.stringify(name)}: `);
    if (value instanceof LongList) yield* rowsText(value);
    else yield Buffer.from(laidOut(value, "  "));
    before = ",\n  ";
  }
  yield Buffer.from("\n}\n");
}

async function* rowsText(rows: LongList<unknown, unknown>): AsyncGenerator<Buffer> {
  let text = "[";
  let before = "\n    ";
  for (const row of rows) {
    text += before + laidOut(row, "    ");
    before = ",\n    ";
    if (text.length < inOneGo) continue;
    yield Buffer.from(text);
    text = "";
    await others();
  }
  yield Buffer.from(`${text}${before.startsWith(",") ? "\n  " : ""}]`);
}

const exported = "privacy.export";

/** When this person last downloaded the subject's data. */
const lastExportAt = (db: Db, actorId: string, subjectId: string): Instant | undefined =>
  db
    .select({ at: auditEvents.at })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subjectId, subjectId),
        eq(auditEvents.action, exported),
        eq(auditEvents.actorId, actorId),
      ),
    )
    .orderBy(desc(auditEvents.seq))
    .limit(1)
    .get()?.at;

const hourMs = 3_600_000;

/** Records that somebody's data were downloaded. For one's own data there is one entry per hour. */
export function recordDataExport(db: Db, by: Actor, id: string, now: Moment): void {
  const last = by.accountId === id ? lastExportAt(db, id, id) : undefined;
  const sinceMs = last === undefined ? hourMs : Math.abs(Date.parse(now.at) - Date.parse(last));
  if (sinceMs >= hourMs) recordChange(db, by, now.at, { action: exported, subjectId: id });
}
