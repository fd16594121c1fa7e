import { useState } from "react";
import type {
  CheckedImport,
  DoneImport,
  Kind,
} from "../../../server/features/spreadsheet/imports/schema.ts";
import { newKey } from "../../links.ts";
import { utils } from "../../trpc.ts";
import { type Busy, type ChosenFile, contentOf, useSending } from "./useSending.ts";

/** The field of each column, by the column's index from 0; null: the column is ignored. */
type Columns = readonly (string | null)[];

interface Chosen extends ChosenFile {
  /** If left out, the server decides by the headings. */
  columns?: Columns;
}

const byField = (columns: Columns) =>
  Object.fromEntries(columns.flatMap((field, index) => (field ? [[field, index]] : [])));

/** The state of an import: the file is chosen, checked by the server, imported. */
export function useImport(kind: Kind) {
  const [chosen, setChosen] = useState<Chosen>();
  const [checked, setChecked] = useState<CheckedImport>();
  const [done, setDone] = useState<DoneImport>();
  const { busy, why, setWhy, send: sendFile, cancel } = useSending(kind);
  const send = <Answer>(what: Busy["what"], file: Chosen) =>
    sendFile<Answer>(
      what,
      file,
      file.columns ? { columns: JSON.stringify(byField(file.columns)) } : {},
    );

  async function check(file: Chosen) {
    setChosen(file);
    const outcome = await send<CheckedImport>("checking", file);
    if (outcome && "answer" in outcome) setChecked(outcome.answer);
  }

  return {
    chosen,
    busy,
    checked,
    done,
    why,
    choose: async (file: File) => {
      if (busy) return;
      setChecked(undefined);
      setDone(undefined);
      const content = await contentOf(file);
      if (typeof content === "string") {
        setChosen(undefined);
        return setWhy(content);
      }
      await check({ name: file.name, content, key: newKey() });
    },
    /** Assigns a field to a column; the column that had the field loses it. */
    hold: (column: number, field: string | null) => {
      if (!chosen || !checked || busy) return;
      const columns = checked.columns.map((each, index) =>
        index === column ? field : each.field === field ? null : each.field,
      );
      void check({ ...chosen, columns, key: newKey() });
    },
    checkAgain: () => chosen && !busy && void check(chosen),
    run: async () => {
      if (!chosen || !checked || busy) return;
      // Sends the columns that were checked, not what the headings might mean next time.
      const columns = checked.columns.map(({ field }) => field);
      const outcome = await send<DoneImport>("importing", { ...chosen, columns });
      if (!outcome) return;
      if ("answer" in outcome) {
        setDone(outcome.answer);
        await utils.invalidate();
      } else if (outcome.code === "imports.refused") {
        await check({ ...chosen, columns });
        setWhy(outcome.why);
      }
    },
    cancel,
    /** Starts again with another file. */
    restart: () => {
      setChosen(undefined);
      setChecked(undefined);
      setDone(undefined);
      setWhy("");
    },
  };
}

export type Importing = ReturnType<typeof useImport>;
