import type { ReactNode } from "react";
import { TextLink } from "./TextLink.tsx";

interface Props {
  id: string;
  children: ReactNode;
  className?: string;
}

export const PersonLink = ({ id, children, className = "" }: Props) => (
  <TextLink
    to="/admin/people/$personId"
    params={{ personId: id }}
    className={`min-h-6! ${className}`}
  >
    {children}
  </TextLink>
);
