import { useEffect, useRef, useState } from "react";
import {
  answerOf,
  type CheckedRegister,
  type Choices,
  type DoneRegister,
} from "../../../server/features/spreadsheet/schema.ts";
import { newKey } from "../../links.ts";
import { type Answers, client, utils } from "../../trpc.ts";
import { type ChosenFile, contentOf, useSending } from "./useSending.ts";

const columnsOf = ({ columns }: CheckedRegister): Record<string, number> =>
  Object.fromEntries(columns.flatMap(({ field }, at) => (field ? [[field, at]] : [])));

/** The preview, with the choices that the server has not answered yet. */
function withChoices(checked: CheckedRegister, choices: Choices): CheckedRegister {
  const { columns = columnsOf(checked), taken, takeAll } = choices;
  const fields = new Map(Object.entries(columns).map(([field, at]) => [at, field]));
  return {
    ...checked,
    columns: checked.columns.map((column, at) => ({ ...column, field: fields.get(at) ?? null })),
    rows: checked.rows.map((row) => ({
      ...row,
      changes: row.changes.map((change) => ({
        ...change,
        isTaken: taken[row.line]?.[change.field] ?? takeAll ?? change.isTaken,
      })),
    })),
    questions: checked.questions.map((question) => ({
      ...question,
      answer: answerOf(choices[question.id]) ?? question.answer,
    })),
  };
}

export type Mended = Choices["mended"];

const merged = (mended: Mended, more: Mended): Mended => ({
  ...mended,
  ...Object.fromEntries(
    Object.entries(more).map(([line, values]) => [line, { ...mended[line], ...values }]),
  ),
});

type Kept = Answers["admin"]["imports"]["begun"]["staged"];

/** @param kept the list that the admin began with earlier, which is gone on with */
export function useImport(as: Choices["as"], kept: Kept) {
  const nothingChosen: Choices = { taken: {}, mended: {}, leftOut: [], as };
  const [file, setFile] = useState<ChosenFile>();
  const [choices, setChoices] = useState(nothingChosen);
  const [checked, setChecked] = useState<CheckedRegister>();
  const [done, setDone] = useState<DoneRegister>();
  /** The last change of rows in the preview, and what was typed before it. */
  const [last, setLast] = useState<{ words: string; before: Mended }>();
  const { busy, why, setWhy, send, cancel } = useSending();

  async function check({ name, content }: Omit<ChosenFile, "key">, chosen: Choices) {
    const next = { name, content, key: newKey() };
    setFile(next);
    setChoices(chosen);
    setLast(undefined);
    const outcome = await send<CheckedRegister>("checking", next, chosen);
    if (outcome && "answer" in outcome) setChecked(outcome.answer);
  }

  const wentOn = useRef(false);
  useEffect(() => {
    if (wentOn.current || !kept) return;
    wentOn.current = true;
    void fetch("/api/imports/kept")
      .then(async (answer) => {
        const content = await answer.blob();
        if (answer.ok) await check({ name: kept.fileName, content }, kept.choices);
      })
      .catch(() => undefined);
  });

  const choose = (more: Partial<Choices>) => {
    if (file && busy?.what !== "importing") void check(file, { ...choices, ...more });
  };

  return {
    chosen: file,
    choices,
    checked: checked && withChoices(checked, choices),
    busy,
    done,
    why,
    cancel,
    last,
    choose: async (given: File) => {
      if (busy?.what === "importing") return;
      // Another file replaces one that is still being checked.
      cancel();
      setChecked(undefined);
      setDone(undefined);
      const content = await contentOf(given);
      if (typeof content === "string") {
        setFile(undefined);
        return setWhy(content);
      }
      await check({ name: given.name, content }, nothingChosen);
    },
    answer: choose,
    checkAgain: () => file && !busy && void check(file, choices),
    /** Another sheet or another row of headings has other columns. */
    look: (where: Pick<Choices, "sheet" | "headings">) =>
      file && void check(file, { ...nothingChosen, sheet: choices.sheet, ...where }),
    /** Assigns a field to a column; the column that had the field loses it. */
    hold: (column: number, field: string | null) => {
      if (!checked) return;
      const columns = Object.entries(choices.columns ?? columnsOf(checked));
      const others = Object.fromEntries(columns.filter(([, at]) => at !== column));
      choose({ columns: field ? { ...others, [field]: column } : others });
    },
    mend: (line: number, values: Mended[string]) =>
      choose({ mended: merged(choices.mended, { [line]: values }) }),
    /** The same for several rows, in the preview, which can be taken back. */
    change: (words: string, more: Mended) => {
      if (busy?.what === "importing") return;
      choose({ mended: merged(choices.mended, more) });
      setLast({ words, before: choices.mended });
    },
    takeBack: () => last && choose({ mended: last.before }),
    take: (line: number, field: string, isTaken: boolean) =>
      choose({
        taken: { ...choices.taken, [line]: { ...choices.taken[line], [field]: isTaken } },
      }),
    takeAll: () => choose({ taken: {}, takeAll: true }),
    leaveOut: (lines: readonly number[], isOut: boolean) => {
      const others = choices.leftOut.filter((line) => !lines.includes(line));
      choose({ leftOut: isOut ? [...others, ...lines] : others });
    },
    run: async () => {
      if (!file || !checked || busy) return;
      // The columns that were checked, not what the headings might mean next time.
      const { columns = columnsOf(checked) } = choices;
      const chosen = { ...choices, columns, headings: checked.headings };
      const outcome = await send<DoneRegister>("importing", file, chosen);
      if (!outcome) return;
      if ("answer" in outcome) {
        setDone(outcome.answer);
        await utils.invalidate();
      } else if (outcome.code === "imports.refused" || outcome.code === "register.undecided") {
        await check(file, choices);
        setWhy(outcome.why);
      }
    },
    /** Leaves the list. The server forgets it. */
    restart: () => {
      void client.admin.imports.discard.mutate().catch(() => undefined);
      setFile(undefined);
      setChecked(undefined);
      setDone(undefined);
      setWhy("");
    },
  };
}

export type Importing = ReturnType<typeof useImport>;

/** The props of each part of the screen. */
export interface ImportStep {
  importing: Importing;
  checked: CheckedRegister;
}
