import { CatchBoundary } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { queryClient } from "../trpc.ts";
import { ErrorState } from "./ErrorState.tsx";
import { Section } from "./Section.tsx";

interface Props {
  /** Its heading, which stays when the content could not be loaded. */
  title: string;
  children: ReactNode;
}

export const ErrorBoundary = ({ title, children }: Props) => (
  <CatchBoundary
    getResetKey={() => title}
    errorComponent={({ error, reset }) => (
      <Section title={title}>
        <ErrorState error={error} retry={() => askAgain().then(reset)} />
      </Section>
    )}
  >
    {children}
  </CatchBoundary>
);

const askAgain = () =>
  queryClient.refetchQueries({ predicate: ({ state }) => state.status === "error" });
