import { useRef, useState } from "react";
import {
  type CheckedImport,
  type DoneImport,
  type Kind,
  maxImportBytes,
} from "../../../server/features/imports/schema.ts";
import { newKey } from "../../links.ts";
import { utils } from "../../trpc.ts";
import { type Outcome, sendForm } from "../../ui/sendForm.ts";

/** The field of each column, by the column's index from 0; null: the column is ignored. */
type Columns = readonly (string | null)[];

interface Chosen {
  name: string;
  /**
   * The file's content when it was chosen: what is checked is what is imported, even if the file
   * changes later.
   */
  content: Blob;
  /** If left out, the server decides by the headings. */
  columns?: Columns;
  /** A new idempotency key for every change, so that only the same import counts as a repeat. */
  key: string;
}

interface Busy {
  what: "checking" | "importing";
  /** The uploaded part, from 0 to 1. */
  part: number;
}

const byField = (columns: Columns) =>
  Object.fromEntries(columns.flatMap((field, index) => (field ? [[field, index]] : [])));

/** The state of an import: the file is chosen, checked by the server, imported. */
export function useImport(kind: Kind) {
  const [chosen, setChosen] = useState<Chosen>();
  const [busy, setBusy] = useState<Busy>();
  const [checked, setChecked] = useState<CheckedImport>();
  const [done, setDone] = useState<DoneImport>();
  const [why, setWhy] = useState("");
  const stop = useRef<() => void>(undefined);

  /** The response; null when the request was cancelled or refused. A refusal is shown. */
  async function send<Answer>(what: Busy["what"], file: Chosen): Promise<Outcome<Answer> | null> {
    setWhy("");
    setBusy({ what, part: 0 });
    const body = new FormData();
    if (file.columns) body.set("columns", JSON.stringify(byField(file.columns)));
    body.set("file", file.content, file.name);
    const address = `/api/imports/${kind}?dryRun=${what === "checking"}`;
    const sending = sendForm<Answer>(address, body, file.key, (part) => setBusy({ what, part }));
    stop.current = sending.cancel;
    const outcome = await sending.done;
    setBusy(undefined);
    if (outcome && "why" in outcome) {
      setWhy(outcome.why);
      // Fetching again shows whether the session has ended meanwhile.
      void utils.admin.invalidate();
    }
    return outcome;
  }

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
      if (file.size > maxImportBytes) {
        setChosen(undefined);
        return setWhy("This file is larger than 2 MB. Split it and import the parts.");
      }
      // A folder, or a file that was deleted, cannot be read.
      const content = await file.arrayBuffer().catch(() => null);
      if (!content) return setWhy("This file cannot be read. Choose it again.");
      await check({ name: file.name, content: new Blob([content]), key: newKey() });
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
    cancel: () => stop.current?.(),
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
