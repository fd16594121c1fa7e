import type { Role } from "../../platform/auth/schema.ts";
import type { Invitation } from "../people/schema.ts";
import type { Party } from "../units/occupancy/service.ts";
import type { Unit } from "../units/service.ts";
import type { Entry, ListRow } from "./rows.ts";
import type {
  Choices,
  ListRole,
  Question,
  QuestionId,
  RegisterChange,
  RowOutcome,
} from "./schema.ts";

/** Somebody who is in the register already, with their account if they have one. */
export interface Neighbour {
  id: string;
  name: string;
  surname: string;
  juristic: boolean;
  email: string;
  cellPhone: string;
  telephone: string;
  serviceAddress: string;
  address: string;
  role: Role | null;
  emailKey: string | null;
  usernameKey: string | null;
}

/** The existing data that a plan depends on. */
export interface Register {
  people: readonly Neighbour[];
  units: readonly Unit[];
  parties: readonly Party[];
}

/** The rows of a list, and whether its columns say what people are. */
export interface List {
  rows: readonly ListRow[];
  saysRoles: boolean;
}

/** Somebody of the list, in one row or several. */
export interface Somebody {
  person: Entry["person"];
  units: Set<string>;
  known?: Neighbour;
  /** For new staff, who get an account. */
  account?: Invitation;
}

/** A row while it is planned. */
export interface Planning {
  row: ListRow;
  /** Its unit as the list has it, perhaps from a row above. */
  typed: string;
  /** Its unit as it is in the register or will be. */
  unit: string;
  outcome: RowOutcome;
  notes: string[];
  changes: RegisterChange[];
  problems: ListRow["problems"];
}

/** Notes what happens to a row; the first effect of several is shown. */
export function mark(planning: Planning, outcome: "add" | "update"): void {
  if (planning.outcome === "unchanged") planning.outcome = outcome;
}

/** The questions for all rows at once, and how they were answered. */
export function questionnaire() {
  const questions: Question[] = [];
  const said = (answer: boolean | string | undefined) =>
    answer === undefined ? null : answer === true ? "yes" : answer === false ? "no" : answer;
  return {
    questions,
    ask(id: QuestionId, words: string, examples: string[], answer: boolean | string | undefined) {
      questions.push({ id, words, examples: examples.slice(0, 60), answer: said(answer) });
    },
  };
}

export type Ask = ReturnType<typeof questionnaire>["ask"];

export const plural = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;

/** The roles of an entry, also where only the answer to a question says them. */
export const rolesOf = ({ roles }: Entry, { as }: Choices): readonly ListRole[] =>
  roles ?? (as ? [as] : []);
