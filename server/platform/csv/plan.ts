import type { z } from "zod";
import { complaint } from "../validation/schema.ts";
import type { FieldRow } from "./columns.ts";
import type { RowOutcome } from "./schema.ts";

/** What an import will do with a row; without an action when it does nothing. */
export interface Planned<Action> {
  line: number;
  /** The person or thing in the row. */
  what: string;
  fate: RowOutcome;
  /** Why it is refused, or other notes. */
  notes: string[];
  action?: Action;
}

/** A field that a column of the file may hold. */
export interface Field {
  name: string;
  /** Its name on the screen and in messages. */
  label: string;
  required: boolean;
}

/** A sentence about a field, with the label people know instead of its name. */
export function about(fields: readonly Field[], field: string, words: string): string {
  const label = fields.find(({ name }) => name === field)?.label ?? field;
  const sentence = words.startsWith(`${field} `) ? words.slice(field.length + 1) : words;
  return `${label} ${sentence.replace(/\.$/, "")}.`;
}

/**
 * What a schema finds wrong in a row, the first problem of each field.
 * @param has whether the field has a value: empty fields are reported elsewhere
 */
export function complaintsOf(
  fields: readonly Field[],
  issues: readonly z.core.$ZodIssue[],
  has: (field: string) => boolean,
): string[] {
  const first = new Map<string, string>();
  for (const { field, message } of issues.map(complaint))
    if (has(field) && !first.has(field)) first.set(field, about(fields, field, message));
  return [...first.values()];
}

/** Replaces letters that a program could not write, such as ũ in older CSV encodings. */
const lostLetter = "\ufffd";

/** Problems found before the schema runs: unreadable, a required cell empty, letters lost. */
export function faultsOf(fields: readonly Field[], row: FieldRow): string[] {
  if (row.problem) return [`This line ${row.problem}.`];
  return fields.flatMap(({ name, label, required }) => {
    const cell = row.cell(name);
    if (required && cell === "") return [`${label} is empty.`];
    if (!cell.includes(lostLetter)) return [];
    return [
      `${label} has lost a letter where you see ${lostLetter}. Save the list as CSV UTF-8 and try again.`,
    ];
  });
}

/** The part of a text that fits in a list, without unprintable characters. */
export function shown(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}]/gu, "");
  return clean.length > 80 ? `${clean.slice(0, 79)}…` : clean;
}

export const bothLines = (one: number, other: number, what: string) =>
  `Lines ${one} and ${other} have the same ${what}. Keep one of them, or change one.`;
