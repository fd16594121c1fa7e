import type { LinkProps } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { ReactNode, RefObject } from "react";

export interface OpenedDialog {
  open: boolean;
  onOpenChange: (open: boolean) => void;
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
  of: string;
  /** Computed when the menu opens. An action that removes something comes last. */
  actions: () => readonly (RowAction | false)[];
}
