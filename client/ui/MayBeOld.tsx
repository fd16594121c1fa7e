import type { ReactNode } from "react";
import { Button } from "./Button.tsx";

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
      <Button kind="quiet" onClick={() => query.refetch()}>
        Retry
      </Button>
    </p>
  );
