import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { wordsOf } from "../trpc.ts";

interface Props {
  error: unknown;
  words?: (error: unknown) => string;
  className?: string;
}

export const Failure = ({ error, words = wordsOf, className = "" }: Props) =>
  error !== null && (
    <p role="alert" className={`font-medium text-danger ${className}`}>
      {words(error)}
    </p>
  );

interface BoxProps {
  children: ReactNode;
  className?: string;
}

export const FailureBox = ({ children, className = "" }: BoxProps) => (
  <div role="alert" className={`flex gap-2 rounded-lg bg-danger-pale p-3 font-medium ${className}`}>
    <CircleAlert className="mt-0.5 size-5 shrink-0 text-danger" />
    {children}
  </div>
);
