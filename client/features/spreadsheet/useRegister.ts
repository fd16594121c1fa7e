import { useState } from "react";
import type {
  CheckedRegister,
  Choices,
  DoneRegister,
} from "../../../server/features/spreadsheet/registerImport/schema.ts";
import { newKey } from "../../links.ts";
import { utils } from "../../trpc.ts";
import { type ChosenFile, contentOf, useSending } from "./useSending.ts";

const nothingChosen: Choices = { mended: {}, leftOut: [] };

const columnsOf = ({ columns }: CheckedRegister): Record<string, number> =>
  Object.fromEntries(columns.flatMap(({ field }, at) => (field ? [[field, at]] : [])));

/** What was checked, with the choices that the server has not answered yet. */
function withChoices(checked: CheckedRegister | undefined, choices: Choices) {
  if (!checked) return undefined;
  const { columns } = choices;
  const fields = columns && new Map(Object.entries(columns).map(([field, at]) => [at, field]));
  const answerOf = (answer: boolean | string | undefined, checkedAnswer: string | null) =>
    answer === undefined
      ? checkedAnswer
      : answer === true
        ? "yes"
        : answer === false
          ? "no"
          : answer;
  return {
    ...checked,
    columns: fields
      ? checked.columns.map((column, at) => ({ ...column, field: fields.get(at) ?? null }))
      : checked.columns,
    questions: checked.questions.map((question) => {
      return { ...question, answer: answerOf(choices[question.id], question.answer) };
    }),
  };
}

/** The state of an import of people and units: chosen, checked with somebody's choices, imported. */
export function useRegister() {
  const [file, setFile] = useState<ChosenFile>();
  const [choices, setChoices] = useState(nothingChosen);
  const [checked, setChecked] = useState<CheckedRegister>();
  const [done, setDone] = useState<DoneRegister>();
  const { busy, why, setWhy, send, cancel } = useSending("register");

  async function check(next: ChosenFile, chosen: Choices) {
    setFile(next);
    setChoices(chosen);
    const outcome = await send<CheckedRegister>("checking", next, {
      choices: JSON.stringify(chosen),
    });
    if (outcome && "answer" in outcome) setChecked(outcome.answer);
  }

  /** Checks the file again with other choices. */
  const choose = (more: Partial<Choices>) => {
    if (file && busy?.what !== "importing")
      void check({ ...file, key: newKey() }, { ...choices, ...more });
  };

  return {
    chosen: file,
    choices,
    checked: withChoices(checked, choices),
    busy,
    done,
    why,
    cancel,
    choose: async (given: File) => {
      if (busy) return;
      setChecked(undefined);
      setDone(undefined);
      const content = await contentOf(given);
      if (typeof content === "string") {
        setFile(undefined);
        return setWhy(content);
      }
      await check({ name: given.name, content, key: newKey() }, nothingChosen);
    },
    answer: choose,
    checkAgain: () => file && !busy && void check(file, choices),
    /** Another sheet or another row of headings has other columns. */
    look: (where: Pick<Choices, "sheet" | "headings">) => {
      const sheet = where.sheet ?? choices.sheet;
      const from = where.headings === undefined ? {} : { headings: where.headings };
      if (file)
        void check(
          { ...file, key: newKey() },
          { ...nothingChosen, ...(sheet !== undefined && { sheet }), ...from },
        );
    },
    /** Assigns a field to a column; the column that had the field loses it. */
    hold: (column: number, field: string | null) => {
      if (!checked) return;
      const columns = { ...(choices.columns ?? columnsOf(checked)) };
      for (const [name, at] of Object.entries(columns)) if (at === column) delete columns[name];
      choose({ columns: field ? { ...columns, [field]: column } : columns });
    },
    mend: (line: number, values: Readonly<Record<string, string>>) =>
      choose({
        mended: { ...choices.mended, [line]: { ...choices.mended[line], ...values } },
      }),
    leaveOut: (lines: readonly number[], isOut: boolean) => {
      const others = choices.leftOut.filter((line) => !lines.includes(line));
      choose({ leftOut: isOut ? [...others, ...lines] : others });
    },
    run: async () => {
      if (!file || !checked || busy) return;
      // The columns that were checked, not what the headings might mean next time.
      const chosen = {
        ...choices,
        columns: choices.columns ?? columnsOf(checked),
        headings: checked.headings,
      };
      const outcome = await send<DoneRegister>("importing", file, {
        choices: JSON.stringify(chosen),
      });
      if (!outcome) return;
      if ("answer" in outcome) {
        setDone(outcome.answer);
        await utils.invalidate();
      } else if (outcome.code === "imports.refused" || outcome.code === "register.undecided") {
        await check({ ...file, key: newKey() }, choices);
        setWhy(outcome.why);
      }
    },
    restart: () => {
      setFile(undefined);
      setChecked(undefined);
      setDone(undefined);
      setWhy("");
    },
  };
}

export type RegisterImport = ReturnType<typeof useRegister>;
