import { Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { showToast } from "../trpc.ts";
import { QuietButton } from "./Button.tsx";
import { Failure } from "./Failure.tsx";
import { holdRow, isGone, useDone } from "./undo.ts";

interface Props {
  row: { id: string };
  /** The words for the row that the button is for, for screen readers. */
  which: string;
  /** Shown while there is nothing to undo, such as the button that was pressed. */
  children?: ReactNode;
  /** It stays beside the Undo. */
  beside?: boolean;
  className?: string;
}

interface ButtonProps extends Pick<Props, "row" | "which" | "beside"> {
  send: { isPending: boolean; error: unknown };
  press: () => void;
  small?: boolean;
  /** Nothing: there is no button, but why the last press was refused. */
  children: string | false;
}

/** A button that changes its row, and what it did can be taken back in its place. */
export const UndoableButton = (props: ButtonProps) => {
  const { row, which, beside = false, send, press, small = true, children } = props;
  return (
    <Undoable row={row} which={which} beside={beside}>
      {children && (
        <QuietButton
          small={small}
          which={which}
          busy={send.isPending}
          // The second press of a double click would be on what comes next, or undo the first.
          onClick={({ detail }) => detail < 2 && press()}
        >
          {children}
        </QuietButton>
      )}
      <Failure error={send.error} className="mt-1 text-sm" />
    </Undoable>
  );
};

export function Undoable({ row, which, children, beside = false, className = "" }: Props) {
  const done = useDone(row.id);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const undo = done?.undo;
  if (!done?.said || !(undo || isGone(row))) return children;
  const takeBack = async () => {
    if (!undo) return;
    setBusy(true);
    setFailure(null);
    try {
      await undo();
      holdRow(row.id);
      await showToast("success", "Taken back");
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <>
      {beside && !isGone(row) && children}
      <span className={`flex flex-wrap items-center gap-x-3 print:hidden ${className}`}>
        <span role="status" className="text-sm text-soft">
          {done.said}
        </span>
        {undo && (
          <QuietButton
            small
            aria-label={`Undo ${which}`}
            busy={busy}
            // The second press of a double click would take back what the first did.
            onClick={({ detail }) => detail < 2 && void takeBack()}
          >
            <Undo2 className="size-5" />
            Undo
          </QuietButton>
        )}
      </span>
      <Failure error={failure} className="mt-1 text-sm" />
    </>
  );
}
