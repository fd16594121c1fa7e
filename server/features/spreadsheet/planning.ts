import type { Day } from "../../platform/clock/clock.ts";
import type { Invitation } from "../people/schema.ts";
import type { Neighbour, Register } from "./register.ts";
import type { Entry, ListRow, SmallQuotas } from "./rows.ts";
import {
  answerOf,
  type Choices,
  type ListRole,
  type Question,
  type QuestionId,
  type RegisterChange,
  type RowOutcome,
} from "./schema.ts";

/** The rows of a list, and whether its columns say what people are. */
export interface List {
  rows: readonly ListRow[];
  saysRoles: boolean;
  small: SmallQuotas | undefined;
}

/** The register and the choices that all parts of a plan share, and the questions that they ask. */
export interface Scope extends Register, Pick<List, "saysRoles" | "small"> {
  choices: Choices;
  today: Day;
  /** The key of each unit's label, by the unit's id. */
  unitKeys: ReadonlyMap<string, string>;
  /** The people who log in, by the key of their email. */
  holders: ReadonlyMap<string | null, Neighbour>;
  questions: Question[];
}

/** Somebody of the list, in one row or several, or an owner of the register. */
export interface Somebody {
  person: Entry["person"];
  units: Set<string>;
  /** Their roles in each unit, as planned so far. */
  roles: Set<string>;
  known?: Neighbour | undefined;
  /** Whether the list says that they are a person, or a company. */
  isKindSaid?: boolean;
  /** For new staff, who get an account. */
  account?: Invitation;
}

/** Somebody in a row, and who that is. */
export interface Listed {
  entry: Entry;
  who: Somebody;
  /** Their entry as the owner of the row's unit, which is here or will be. */
  owns?: { share: number | null | undefined };
}

/** A row while it is planned. */
export interface Planning {
  row: ListRow;
  /** Its unit as the list has it, perhaps from a row above. */
  typed: string;
  /** Its unit as it is in the register or will be. */
  unit: string;
  people: Listed[];
  outcome: RowOutcome;
  notes: string[];
  changes: RegisterChange[];
  problems: ListRow["problems"];
}

/** Notes what happens to a row; the first effect of several is shown. */
export function mark(planning: Planning, outcome: "add" | "update"): void {
  if (planning.outcome === "unchanged") planning.outcome = outcome;
}

/** The field of somebody in a row, of whom there may be several in a cell. */
export const fieldIn = ({ whose, place }: Entry, part: string): string =>
  place === 0 ? `${whose}.${part}` : `${whose}.${place}.${part}`;

/** Whether a newer detail of the list is taken; undefined while nobody has said so. */
export const isChosen = (
  { taken, takeAll }: Choices,
  { row }: Pick<Planning, "row">,
  field: string,
): boolean | undefined => taken[row.line]?.[field] ?? takeAll;

/** Asks something about all rows at once. When rows are planned again, the first question stays. */
export function ask(
  { questions, choices }: Scope,
  id: QuestionId,
  words: string,
  examples: readonly string[],
  answer = choices[id],
): void {
  if (questions.some((asked) => asked.id === id)) return;
  questions.push({ id, words, examples: examples.slice(0, 60), answer: answerOf(answer) });
}

export const plural = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;

/** The roles of an entry, also where only the answer to a question says them. */
export const rolesOf = ({ roles }: Entry, { as }: Choices): readonly ListRole[] =>
  roles ?? (as ? [as] : []);
