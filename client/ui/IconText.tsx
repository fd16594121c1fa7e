import type { LucideIcon } from "lucide-react";

interface Props {
  icon: LucideIcon;
  /** The icon's colour, if it is not the text's. */
  colour?: string;
  className?: string;
  children: string;
}

/** A short text with its icon in front, on one line. */
export const IconText = ({ icon: Icon, colour = "", className = "", children }: Props) => (
  <span className={`inline-flex items-baseline gap-1.5 whitespace-nowrap ${className}`}>
    <Icon aria-hidden="true" className={`size-4 shrink-0 self-center ${colour}`} />
    {children}
  </span>
);
