import { startTransition, useRef, useState } from "react";
import { afterNextFrame } from "./afterNextFrame.ts";

/**
 * A button that opens a dialog. The dialog is created when it is first opened: a list has a hundred
 * such buttons, and closed dialogs would be most of its cost.
 */
export function useOpener(opened?: () => void) {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const portal = useRef<HTMLDivElement>(null);
  /**
   * Hides the dialog at once. Unmounting it can wait for the next frame, so that nobody waits for
   * that work.
   */
  const close = () => {
    portal.current?.classList.add("opacity-0");
    afterNextFrame(() => setOpen(false));
  };
  return {
    open,
    /** Called when the dialog wants to open or close, by a key or its own button. */
    turn: (next: boolean) => (next ? setOpen(true) : close()),
    /** Whether the dialog has been created. */
    wasOpened,
    /** The focus returns to it. */
    button,
    /** The element around the dialog and its backdrop. */
    portal,
    trigger: {
      ref: button,
      "aria-haspopup": "dialog" as const,
      "aria-expanded": open,
      onClick: () => {
        // The press shows before the dialog is created.
        startTransition(() => {
          setWasOpened(true);
          setOpen(true);
        });
        opened?.();
      },
    },
  };
}
