import type { LucideIcon } from "lucide-react";

interface Props {
  icon: LucideIcon;
  colour?: string;
  className?: string;
  children: string;
}

export const IconText = ({ icon: Icon, colour = "", className = "", children }: Props) => (
  <span className={`inline-flex items-baseline gap-1.5 whitespace-nowrap ${className}`}>
    <Icon className={`size-4 shrink-0 self-center ${colour}`} />
    {children}
  </span>
);
