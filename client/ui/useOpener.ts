import { startTransition, useRef, useState } from "react";

/**
 * A button that opens a dialog. The dialog is made when it is first asked for: a list has a hundred such
 * buttons, and dialogs that nobody opens would be most of its weight.
 */
export function useOpener(opened?: () => void) {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return {
    open,
    setOpen,
    /** Whether there is a dialog yet. */
    wasOpened,
    /** Where the focus returns to. */
    button,
    trigger: {
      ref: button,
      "aria-haspopup": "dialog" as const,
      "aria-expanded": open,
      onClick: () => {
        // The press is shown before what it opens is made.
        startTransition(() => {
          setWasOpened(true);
          setOpen(true);
        });
        opened?.();
      },
    },
  };
}
