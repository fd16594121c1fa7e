import type { z } from "zod";
import { complaint } from "../validation/schema.ts";
import type { FieldRow } from "./columns.ts";
import type { RowOutcome } from "./schema.ts";

/** What is to happen to a row, and what with: nothing where nothing is to happen. */
export interface Planned<Action> {
  line: number;
  /** Whom or what the row is about. */
  what: string;
  fate: RowOutcome;
  /** Why it is refused, or what else to know. */
  notes: string[];
  action?: Action;
}

/** What a column of the file may hold. */
export interface Field {
  name: string;
  /** As the screen and every complaint call it. */
  label: string;
  required: boolean;
}

/** A sentence about a field, with the label people know it by instead of its name. */
export function about(fields: readonly Field[], field: string, words: string): string {
  const label = fields.find(({ name }) => name === field)?.label ?? field;
  const sentence = words.startsWith(`${field} `) ? words.slice(field.length + 1) : words;
  return `${label} ${sentence.replace(/\.$/, "")}.`;
}

/**
 * What a schema says against a row's fields, the first complaint about each.
 * @param has whether anything stands in the field: what is empty was said already
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

/** What stands where a program could not write a letter, such as ũ in an old kind of CSV. */
const lostLetter = "\ufffd";

/** What is wrong with a row before any schema looks at it: unreadable, a needed cell empty, letters lost. */
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

/** As much of a text as a list has room for, without what cannot be shown. */
export function shown(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}]/gu, "");
  return clean.length > 80 ? `${clean.slice(0, 79)}…` : clean;
}

export const bothLines = (one: number, other: number, what: string) =>
  `Lines ${one} and ${other} have the same ${what}. Keep one of them, or change one.`;
