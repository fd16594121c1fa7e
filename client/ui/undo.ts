import { useEffect, useRef, useSyncExternalStore } from "react";
import { undoMs } from "../../server/platform/undo/schema.ts";
import { utils } from "../trpc.ts";

export interface Done {
  said: string;
  /** Takes it back, and fetches what shows it again; rejects with the server's refusal. */
  undo: () => Promise<unknown>;
  /** The fields of the row that have another value now, for a list that no longer has the row. */
  now?: object;
}

export interface Change<Row> {
  said: string;
  now: Partial<Row>;
  undo: (row: Row) => Promise<unknown>;
  /** Fetches what shows the row again, after the change and after taking it back. */
  after: () => Promise<unknown>;
}

interface Act extends Omit<Done, "undo"> {
  at: number;
  undo?: Done["undo"] | undefined;
}

/** The last change of each row since the page was loaded, by `keyOf` its id. */
const acts = new Map<string, Act>();
/** Under who did it: the next person on the device sees no row that it kept, and no Undo. */
const keyOf = (id: string) => `${utils.public.session.current.getData()?.profileId} ${id}`;
const listeners = new Set<() => void>();
let version = 0;

function set(key: string, act: Act): void {
  acts.set(key, act);
  version += 1;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void) {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}

/** Keeps a row in its place that was pressed, whatever becomes of the press, or that is as it was again. */
export const holdRow = (id: string): void => set(keyOf(id), { said: "", at: Date.now() });

/** Offers for some seconds to take back what was done, in the row with this id. */
export function offerUndo(id: string, done: Done, forMs = undoMs): void {
  const act = { ...done, at: Date.now() };
  const key = keyOf(id);
  set(key, act);
  setTimeout(() => acts.get(key) === act && set(key, { ...act, undo: undefined }), forMs);
}

/** The same for a change that is made to rows one by one or to several at once. */
export const offerUndoOf = <Row extends { id: string }>(
  row: Row,
  { said, now, undo, after }: Change<Row>,
): void =>
  offerUndo(row.id, {
    said,
    now,
    undo: async () => {
      await undo(row);
      await after();
    },
  });

export const useDone = (id: string): Act | undefined =>
  useSyncExternalStore(subscribe, () => acts.get(keyOf(id)));

/** The rows that each list showed last, so that one that left it can stay where it was. */
const lastShown = new Map<string, readonly { id: string }[]>();

const gone = new WeakSet<object>();

/** Whether a row is only still on the screen because of what was done to it. */
export const isGone = (row: object): boolean => gone.has(row);

/** A row that was just changed stays, so that a second press there is never on another row. */
export function useKeptRows<Row extends { id: string }>(
  list: string,
  shown: readonly Row[],
  known: readonly Row[],
): readonly Row[] {
  useSyncExternalStore(subscribe, () => version);
  const visit = useRef({ list, since: Date.now() });
  if (visit.current.list !== list) visit.current = { list, since: Date.now() };
  const isKept = ({ id }: { id: string }) => {
    const act = acts.get(keyOf(id));
    return act !== undefined && (act.undo !== undefined || act.at >= visit.current.since);
  };
  const before = (lastShown.get(list) ?? []) as readonly Row[];
  const kept = before.flatMap((row, index) => (isKept(row) ? [{ row, index }] : []));
  const rows = shown.filter(({ id }) => !kept.some(({ row }) => row.id === id));
  for (const { row, index } of kept) rows.splice(index, 0, presentOf(row, [shown, known]));
  useEffect(() => void lastShown.set(list, rows));
  return kept.length > 0 ? rows : shown;
}

function presentOf<Row extends { id: string }>(row: Row, lists: readonly (readonly Row[])[]): Row {
  for (const list of lists) {
    const present = list.find(({ id }) => id === row.id);
    if (present) return present;
  }
  if (gone.has(row)) return row;
  const past = { ...row, ...acts.get(keyOf(row.id))?.now };
  gone.add(past);
  return past;
}
