import { CatchBoundary } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { queryClient } from "../trpc.ts";
import { ErrorState } from "./ErrorState.tsx";

interface Props {
  /** Its heading, which stays when the content could not be loaded. */
  title: string;
  children: ReactNode;
}

/** A part of a page that can fail alone: it shows its error, and the other parts stay. */
export const ErrorBoundary = ({ title, children }: Props) => (
  <CatchBoundary
    getResetKey={() => title}
    errorComponent={({ error, reset }) => (
      <section aria-label={title}>
        <h2 className="text-xl">{title}</h2>
        <ErrorState error={error} retry={() => askAgain().then(reset)} />
      </section>
    )}
  >
    {children}
  </CatchBoundary>
);

const askAgain = () =>
  queryClient.refetchQueries({ predicate: ({ state }) => state.status === "error" });
