import { AlertDialog } from "@base-ui/react/alert-dialog";
import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useState,
} from "react";
import { wordsOf } from "../trpc.ts";
import { Button, QuietButton } from "./Button.tsx";
import { FailureBox } from "./Failure.tsx";
import { useOpener } from "./useOpener.ts";

interface Props {
  trigger: ReactElement<ComponentProps<typeof Button>>;
  title: string;
  children: ReactNode;
  action: string;
  /** Set for an action that harms nothing; otherwise the button has the colour of a warning. */
  harmless?: boolean;
  /** Runs the action. The dialog closes when this succeeds, and shows the error when it fails. */
  onConfirm: () => Promise<unknown>;
}

/** Asks before something that cannot be undone. The focus returns to the trigger. */
export function ConfirmDialog({ trigger, ...question }: Props) {
  const opener = useOpener();
  return (
    <>
      {cloneElement(trigger, opener.trigger)}
      {opener.wasOpened && <Question {...question} {...opener} />}
    </>
  );
}

interface QuestionProps
  extends Omit<Props, "trigger">,
    Pick<ReturnType<typeof useOpener>, "open" | "onOpenChange">,
    Partial<Pick<ReturnType<typeof useOpener>, "button">> {}

/** Tab at one end of a dialog goes to its other end, and never to an element without a name. */
function stayInside(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "Tab") return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("a[href], button, input")];
  const [first, last] = [stops[0], stops.at(-1)];
  const [end, other] = event.shiftKey ? [first, last] : [last, first];
  if (document.activeElement !== end) return;
  event.preventDefault();
  other?.focus();
}

export function Question({
  title,
  children,
  action,
  harmless,
  onConfirm,
  open,
  onOpenChange,
  button,
}: QuestionProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const change = (next: boolean) => {
    setFailure(null);
    onOpenChange(next);
  };
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
      // It stays busy until it is opened again: a press while it disappears would repeat the action.
      onOpenChange(false);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  useEffect(() => {
    if (open) setBusy(false);
  }, [open]);

  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-20 bg-shade" />
        <AlertDialog.Popup
          onKeyDown={stayInside}
          {...(button && { finalFocus: button })}
          className="fixed inset-x-4 top-1/2 z-20 mx-auto max-w-md -translate-y-1/2 rounded-2xl bg-surface p-6 shadow-xl ring-1 ring-line sm:p-8"
        >
          <AlertDialog.Title className="text-2xl">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="mt-3 text-soft">
            {children}
          </AlertDialog.Description>
          {failure !== null && <FailureBox className="mt-4">{wordsOf(failure)}</FailureBox>}
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <AlertDialog.Close render={<QuietButton>Cancel</QuietButton>} />
            <Button kind={harmless ? "solid" : "danger"} busy={busy} onClick={confirm}>
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
