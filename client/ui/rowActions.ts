import type { LinkProps } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { ReactNode, RefObject } from "react";

/** A dialog that an item of a menu opens. */
export interface OpenedDialog {
  open: boolean;
  /** Closes it. */
  onOpenChange: (open: boolean) => void;
  /** The focus returns to it. */
  button: RefObject<HTMLButtonElement | null>;
}

/** One thing that can be done with a row: it leads somewhere, or a dialog asks first. */
export interface RowAction {
  label: string;
  icon: LucideIcon;
  link?: LinkProps;
  dialog?: (opened: OpenedDialog) => ReactNode;
}

export interface RowMenuProps {
  /** The row that the menu is for, for screen readers: "Thandi Mokoena". */
  of: string;
  /** Computed when the menu opens. An action that removes something comes last. */
  actions: () => readonly RowAction[];
}
