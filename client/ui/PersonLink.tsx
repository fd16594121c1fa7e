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
    className={`min-h-6! narrow:-my-2.5 narrow:min-h-11! max-sm:wrap-anywhere ${className}`}
  >
    {children}
  </TextLink>
);
