import { startTransition, useRef, useState } from "react";
import { afterNextFrame } from "./afterNextFrame.ts";

/**
 * A button that opens a dialog. The dialog is made when it is first asked for: a list has a hundred such
 * buttons, and dialogs that nobody opens would be most of its weight.
 */
export function useOpener(opened?: () => void) {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const portal = useRef<HTMLDivElement>(null);
  /** It is out of sight at once; to take it down and give the page back is work that nobody waits for. */
  const close = () => {
    portal.current?.classList.add("opacity-0");
    afterNextFrame(() => setOpen(false));
  };
  return {
    open,
    /** For a dialog that is asked to open or close, by a key or its own button. */
    turn: (next: boolean) => (next ? setOpen(true) : close()),
    /** Whether there is a dialog yet. */
    wasOpened,
    /** Where the focus returns to. */
    button,
    /** What the dialog and the shade behind it stand in. */
    portal,
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
