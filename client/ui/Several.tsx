import { useCallback, useEffect, useId, useRef, useState } from "react";
import { Button, QuietButton } from "./Button.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import type { SeveralAction } from "./column.ts";
import type { ListView } from "./listView.ts";
import { counted } from "./plural.ts";
import { type Sent, sendEach } from "./sendEach.ts";
import { Undoable } from "./Undoable.tsx";
import { holdRow, offerUndo, offerUndoOf } from "./undo.ts";

interface Report {
  how: "changed" | "taken back";
  done: number;
  refused: Sent<unknown>["refused"];
}

interface Props<Row> {
  actions: readonly SeveralAction<Row>[];
  chosen: ReadonlySet<string>;
  view: ListView<Row>;
  choose: (ids: readonly string[]) => void;
  leave: () => void;
}

export function Several<Row extends { id: string }>(props: Props<Row>) {
  const { actions, chosen, view, choose, leave } = props;
  const { rows, know } = useKnownRows(view, chosen);
  const [report, setReport] = useState<Report>();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => bar.current?.focus({ preventScroll: true }), []);
  // Each row is a request of its own, so of very many one takes a page at a time.
  const isFew = view.found <= mostAtOnce;
  const offered = isFew ? view.found : view.shown.length;
  const isAll = rows.length >= offered && offered > 0;
  const chooseAll = async () => {
    const all = isFew ? await view.all(() => true) : view.shown;
    know(all ?? []);
    choose((all ?? []).map(({ id }) => id));
  };
  const id = useId();
  const finish = (next: Report, undo: () => Promise<Report>) => {
    setReport(next);
    choose(next.refused.map((row) => row.id));
    const takeBack = async () => {
      const back = await undo();
      setReport(back);
      holdRow(id);
      // The report says why; this only keeps a toast from saying that all is taken back.
      if (back.refused.length > 0) throw new Error(saidOf(back));
    };
    if (next.done > 0) offerUndo(id, { said: saidOf(next), undo: takeBack });
  };
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label="Chosen rows"
      className="sticky bottom-20 z-10 mt-6 rounded-2xl bg-surface p-3 shadow-xl ring-1 ring-line max-xs:static lg:bottom-6 print:hidden"
    >
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto font-semibold">
          {counted(rows.length, "row")} chosen
        </p>
        <Button kind="plain" small onClick={() => (isAll ? choose([]) : void chooseAll())}>
          {isAll ? "Choose none" : `Choose all ${offered}${isFew ? "" : " of this page"}`}
        </Button>
        {actions.map((action) => (
          <Act key={action.label} action={action} rows={rows} finish={finish} />
        ))}
        <Button kind="solid" small onClick={leave}>
          Done
        </Button>
      </div>
      <div role="status">{report && <Outcome id={id} {...report} />}</div>
    </section>
  );
}

/** The most rows that are chosen with one press. */
const mostAtOnce = 1_000;

function useKnownRows<Row extends { id: string }>(
  view: ListView<Row>,
  chosen: ReadonlySet<string>,
) {
  const known = useRef(new Map<string, Row>());
  const know = (rows: readonly Row[]) => {
    for (const row of rows) known.current.set(row.id, row);
  };
  know(view.shown);
  const rows = view.rows ?? [...known.current.values()];
  return { rows: rows.filter(({ id }) => chosen.has(id)), know };
}

const saidOf = ({ done, how }: Report) => `${counted(done, "row")} ${how}.`;

const Outcome = ({ id, ...report }: Report & { id: string }) => (
  <>
    <div className="mt-3">
      <Undoable key={report.how} row={{ id }} which={saidOf(report)}>
        {saidOf(report)}
      </Undoable>
    </div>
    {report.refused.length > 0 && (
      <p>
        {counted(report.refused.length, "row")} could not be {report.how}:
      </p>
    )}
    <ul className="max-h-40 list-disc overflow-y-auto pl-6">
      {report.refused.map(({ id, name, why }) => (
        <li key={id}>
          {name}: {why}
        </li>
      ))}
    </ul>
  </>
);

interface ActProps<Row> {
  action: SeveralAction<Row>;
  rows: readonly Row[];
  finish: (report: Report, undo: () => Promise<Report>) => void;
}

function Act<Row extends { id: string }>({ action, rows, finish }: ActProps<Row>) {
  const [at, setAt] = useState(0);
  const changed = rows.filter(action.applies);
  const same = rows.length - changed.length;
  const run = async () => {
    const send = (row: Row, index: number) => {
      setAt(index + 1);
      holdRow(row.id);
      return action.send(row);
    };
    const { done, refused } = await sendEach(changed, send, action.name);
    setAt(0);
    const takeBack = async () => {
      const undo = async (row: Row) => {
        await action.undo(row);
        holdRow(row.id);
      };
      const back = await sendEach(done, undo, action.name);
      await action.after();
      return { how: "taken back", done: back.done.length, refused: back.refused } as const;
    };
    for (const row of done) offerUndoOf(row, action);
    await action.after();
    finish({ how: "changed", done: done.length, refused }, takeBack);
  };
  return (
    <ConfirmDialog
      trigger={
        <QuietButton small disabled={changed.length === 0}>
          {action.label}
        </QuietButton>
      }
      title={action.question(changed)}
      action={action.label}
      harmless
      onConfirm={run}
    >
      <p>
        {same > 0
          ? `For ${counted(same, "chosen row")} nothing changes.`
          : "You can change each of them back."}
      </p>
      <p role="status" className="min-h-[1lh]">
        {at > 0 && `${at} of ${changed.length}`}
      </p>
    </ConfirmDialog>
  );
}

const nobody: ReadonlySet<string> = new Set();

export function useSeveral() {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const toggle = useCallback(
    (id: string) =>
      setChosen((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  return {
    chosen,
    toggle,
    choose: (ids: readonly string[]) => setChosen(new Set(ids)),
    begin: () => setChosen(nobody),
    leave: () => setChosen(null),
  };
}
