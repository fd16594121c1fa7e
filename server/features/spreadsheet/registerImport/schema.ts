import * as z from "zod";

/** The most rows in one list, because one transaction writes them all. */
export const maxRegisterRows = 5_000;

/** What somebody has to decide once for the whole list. */
const questionIds = ["sameUnits", "makeUnits", "as", "shareEmails"] as const;
export type QuestionId = (typeof questionIds)[number];

/** What people are to their unit if the list does not say it. */
export const defaultRoles = ["owner", "tenant", "occupant"] as const;

/** What somebody chose about a list. Without a choice, the headings and the server decide. */
export const choices = z.strictObject({
  sheet: z.string().max(100).optional(),
  /** The row of the headings, from 1; 0: there are none. */
  headings: z.int().min(0).max(20_000).optional(),
  /** The column of each field, counted from 0. */
  columns: z.record(z.string(), z.int().min(0).max(199)).optional(),
  /** What somebody typed instead of a cell, by row and field. */
  mended: z.record(z.string(), z.record(z.string(), z.string().max(500))).default({}),
  /** The rows that are not imported. */
  leftOut: z.array(z.int()).max(maxRegisterRows).default([]),
  /** Whether "1" is "Unit 1". */
  sameUnits: z.boolean().optional(),
  /** Whether units that are not in the register are made. */
  makeUnits: z.boolean().optional(),
  as: z.enum(defaultRoles).optional(),
  /** Whether people may share an email with somebody who logs in with it. */
  shareEmails: z.boolean().optional(),
});
export type Choices = z.output<typeof choices>;

const registerFates = ["add", "update", "unchanged", "refused", "left out", "skipped"] as const;
export type RegisterFate = (typeof registerFates)[number];

const newAndSame = z.strictObject({ add: z.int(), same: z.int() });

/** What an import makes, and what is there already. */
const registerCounts = z.strictObject({
  units: newAndSame.extend({ update: z.int() }),
  people: newAndSame,
  owners: newAndSame,
  tenants: newAndSame,
  /** Who lives there, agents and bondholders. */
  others: newAndSame,
  refused: z.int(),
});
export type RegisterCounts = z.output<typeof registerCounts>;

const question = z.strictObject({
  id: z.enum(questionIds),
  words: z.string(),
  /** Some of what it is about, such as `1 is Unit 1`. */
  examples: z.array(z.string()),
  /** `yes`, `no` or a role; null while nobody decided. */
  answer: z.string().nullable(),
});
export type Question = z.output<typeof question>;

const row = z.strictObject({
  line: z.int(),
  unit: z.string(),
  /** The people in the row. */
  what: z.string(),
  fate: z.enum(registerFates),
  notes: z.array(z.string()),
  /** The cells that keep the row out, with their values, to type them again. */
  problems: z.array(
    z.strictObject({ field: z.string(), label: z.string(), value: z.string(), words: z.string() }),
  ),
});
export type RegisterRow = z.output<typeof row>;

/** What importing a list would do. */
export const checkedRegister = z.strictObject({
  /** The sheets of a workbook, and the one that is read. */
  sheets: z.array(z.string()),
  sheet: z.string(),
  /** The row of the headings; 0: there are none. */
  headings: z.int(),
  columns: z.array(
    z.strictObject({ heading: z.string(), example: z.string(), field: z.string().nullable() }),
  ),
  /** Whether no column has units or names. Then no rows are checked. */
  missing: z.boolean(),
  questions: z.array(question),
  rows: z.array(row),
  counts: registerCounts,
  /** The sum of all quotas after the import, in units of 1/10 000 percent. */
  quotaSum: z.int(),
  quotaCount: z.int(),
});
export type CheckedRegister = z.output<typeof checkedRegister>;

export const doneRegister = z.strictObject({
  id: z.string(),
  message: z.string(),
  counts: registerCounts,
});
export type DoneRegister = z.output<typeof doneRegister>;
