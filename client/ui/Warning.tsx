import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  /** Read out at once, or left out where it stands from the beginning: then when there is time. */
  role?: "alert" | "status";
  children: ReactNode;
}

/** What whoever answers for the house must see before anything else. */
export const Warning = ({ role = "alert", children }: Props) => (
  <div role={role} className="flex gap-2.5 rounded-lg border border-notice px-4 py-3">
    <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-notice" />
    <div className="min-w-0 break-words whitespace-pre-line">{children}</div>
  </div>
);
