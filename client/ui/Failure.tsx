import type { ReactNode } from "react";
import { wordsOf } from "../trpc.ts";
import { Alert } from "./icons.tsx";

interface Props {
  /** Nothing is shown while this is null. */
  error: unknown;
  /** How the error is put into words. */
  words?: (error: unknown) => string;
  className?: string;
}

/** Why an action failed, in one line that is read out at once. */
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

/** The same, but marked by an icon and a background, where a form or a dialog cannot go on. */
export const FailureBox = ({ children, className = "" }: BoxProps) => (
  <div role="alert" className={`flex gap-2 rounded-lg bg-danger-pale p-3 font-medium ${className}`}>
    <Alert className="mt-0.5 size-5 shrink-0 text-danger" />
    {children}
  </div>
);
