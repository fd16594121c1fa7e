import { startTransition, useRef, useState } from "react";

/** The dialog is created when it is first opened: a list has a hundred such buttons. */
export function useOpener() {
  const [open, setOpen] = useState<boolean>();
  const button = useRef<HTMLButtonElement>(null);
  // The press shows before the dialog is created or removed.
  const onOpenChange = (next: boolean) => startTransition(() => setOpen(next));
  return {
    open: open === true,
    wasOpened: open !== undefined,
    onOpenChange,
    button,
    trigger: {
      ref: button,
      "aria-haspopup": "dialog" as const,
      "aria-expanded": open === true,
      onClick: () => onOpenChange(true),
    },
  };
}
