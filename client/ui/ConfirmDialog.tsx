import { AlertDialog } from "@base-ui/react/alert-dialog";
import { CircleAlert } from "lucide-react";
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useState,
} from "react";
import { wordsOf } from "../trpc.ts";
import { Button } from "./Button.tsx";
import { useOpener } from "./useOpener.ts";

interface Props {
  /** The button that asks. */
  trigger: ReactElement<ComponentProps<typeof Button>>;
  title: string;
  /** What will happen, in a sentence or two. */
  children: ReactNode;
  /** The word on the button that does it, such as "Remove". */
  action: string;
  /** Said of what harms nothing; else the button warns. */
  harmless?: boolean;
  /** Does it. The dialog closes when this succeeds and says why when it does not. */
  onConfirm: () => Promise<unknown>;
}

/** Asks once before something that cannot be undone, or says what it does and what not. Focus stays inside and returns to the trigger. */
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
    Pick<ReturnType<typeof useOpener>, "open" | "turn">,
    Partial<Pick<ReturnType<typeof useOpener>, "button" | "portal">> {}

/** The dialog alone, for what is asked without a button of its own. */
export function Question({
  title,
  children,
  action,
  harmless,
  onConfirm,
  open,
  turn,
  button,
  portal,
}: QuestionProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const change = (next: boolean) => {
    setFailure(null);
    turn(next);
  };
  const confirm = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
      // Busy until it is gone: a second press would do again what is done.
      turn(false);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  useEffect(() => {
    if (!open) setBusy(false);
  }, [open]);

  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Portal ref={portal}>
        <AlertDialog.Backdrop className="fixed inset-0 z-20 bg-shade" />
        <AlertDialog.Popup
          {...(button && { finalFocus: button })}
          className="fixed inset-x-4 top-1/2 z-20 mx-auto max-w-md -translate-y-1/2 rounded-2xl bg-surface p-6 shadow-xl ring-1 ring-line sm:p-8"
        >
          <AlertDialog.Title className="text-2xl">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="mt-3 text-soft">
            {children}
          </AlertDialog.Description>
          {failure !== null && (
            <p role="alert" className="mt-4 flex gap-2 rounded-lg bg-danger-pale p-3 font-medium">
              <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
              {wordsOf(failure)}
            </p>
          )}
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <AlertDialog.Close render={<Button kind="quiet">Cancel</Button>} />
            <Button kind={harmless ? "solid" : "danger"} busy={busy} onClick={confirm}>
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
