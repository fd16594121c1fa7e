import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  icon: LucideIcon;
  /** The colours of the border and of the text. */
  look: string;
  children: ReactNode;
  tools?: ReactNode;
}

/** Whether somebody may come in: by colour, sign and words. */
export const GateResult = ({ icon: Icon, look, children, tools }: Props) => (
  <div className={`flex items-start gap-3 rounded-xl border-2 bg-surface p-4 ${look}`}>
    <Icon className="mt-0.5 size-7 shrink-0" />
    <div className="min-w-0 break-words">
      <p className="text-lg font-semibold">{children}</p>
      <div className="mt-1 text-ink empty:hidden">{tools}</div>
    </div>
  </div>
);
