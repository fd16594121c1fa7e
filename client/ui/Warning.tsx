import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  /** `alert` is read out at once; `status` waits until the screen reader is idle. */
  role?: "alert" | "status";
  children: ReactNode;
}

export const Warning = ({ role = "alert", children }: Props) => (
  <div role={role} className="flex gap-2.5 rounded-lg border border-notice px-4 py-3">
    <TriangleAlert className="mt-0.5 size-5 shrink-0 text-notice" />
    <div className="min-w-0 break-words whitespace-pre-line">{children}</div>
  </div>
);
