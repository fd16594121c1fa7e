import { startTransition, useRef, useState } from "react";

/**
 * A button that opens a dialog. The dialog is created when it is first opened: a list has a hundred
 * such buttons, and closed dialogs would be most of its cost.
 */
export function useOpener(opened?: () => void) {
  /** Undefined until the dialog is first opened. */
  const [open, setOpen] = useState<boolean>();
  const button = useRef<HTMLButtonElement>(null);
  // The press shows before the dialog is created or removed.
  const onOpenChange = (next: boolean) => startTransition(() => setOpen(next));
  return {
    open: open === true,
    /** Whether the dialog has been created. */
    wasOpened: open !== undefined,
    /** Called when the dialog wants to open or close, by a key or its own button. */
    onOpenChange,
    /** The focus returns to it. */
    button,
    trigger: {
      ref: button,
      "aria-haspopup": "dialog" as const,
      "aria-expanded": open === true,
      onClick: () => {
        onOpenChange(true);
        opened?.();
      },
    },
  };
}
