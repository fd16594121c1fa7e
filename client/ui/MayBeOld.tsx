import type { ReactNode } from "react";
import { QuietButton } from "./Button.tsx";

export interface Refetched {
  isRefetchError: boolean;
  refetch: () => unknown;
}

interface Props {
  query: Refetched;
  className?: string;
  children: ReactNode;
}

export const MayBeOld = ({ query, className = "", children }: Props) =>
  query.isRefetchError && (
    <p role="status" className={`flex flex-wrap items-center gap-4 text-soft ${className}`}>
      {children}
      <QuietButton onClick={() => query.refetch()}>Retry</QuietButton>
    </p>
  );
