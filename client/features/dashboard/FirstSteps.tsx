import { Link, type LinkProps } from "@tanstack/react-router";
import { ChevronRight, Circle, CircleCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Answers, api } from "../../trpc.ts";
import { Button, QuietButton } from "../../ui/Button.tsx";
import { Section } from "../../ui/Section.tsx";

type Steps = Answers["admin"]["dashboard"]["firstSteps"];

interface Step {
  key: keyof Steps;
  words: string;
  why: string;
  /** Its screen; without one it is done on the dashboard itself. */
  to?: LinkProps["to"];
}

const steps: readonly Step[] = [
  {
    key: "bankDetails",
    words: "Enter the bank details",
    why: "Residents see them when they pay.",
    to: "/admin/building",
  },
  {
    key: "units",
    words: "Add the units",
    why: "One by one, or all of them from a spreadsheet.",
    to: "/admin/units",
  },
  {
    key: "residents",
    words: "Add the residents",
    why: "One by one, or all of them from a spreadsheet.",
    to: "/admin/residents",
  },
  {
    key: "invites",
    words: "Invite them",
    why: "Print a sheet for each, with a code to join.",
    to: "/admin/invites",
  },
  {
    key: "announcement",
    words: "Post the first announcement",
    why: "Everybody reads it on their dashboard.",
  },
];

const hiddenKey = "stoep-first-steps-hidden";

export function useFirstSteps() {
  const [done] = api.admin.dashboard.firstSteps.useSuspenseQuery();
  const [hidden, setHidden] = useState(() => localStorage.getItem(hiddenKey) !== null);
  const count = steps.filter(({ key }) => done[key]).length;
  const hide = (hides: boolean) => {
    if (hides) localStorage.setItem(hiddenKey, "yes");
    else localStorage.removeItem(hiddenKey);
    setHidden(hides);
  };
  const isOver = count === steps.length;
  return {
    list: !isOver && !hidden && <FirstSteps done={done} count={count} hide={() => hide(true)} />,
    reminder: !isOver && hidden && (
      <p className="mt-12 flex flex-wrap items-center gap-x-4 text-soft">
        First steps: {count} of {steps.length} done.
        <QuietButton small onClick={() => hide(false)}>
          Show the first steps
        </QuietButton>
      </p>
    ),
  };
}

const FirstSteps = ({ done, count, hide }: { done: Steps; count: number; hide: () => void }) => (
  <Section title="First steps" className="mt-8 rounded-2xl bg-fynbos-pale p-4 sm:p-6">
    <p role="status" className="mt-1">
      {count} of {steps.length} done. This list goes away when all are.
    </p>
    <ol className="mt-3 grid gap-x-8 sm:grid-cols-2">
      {steps.map((step) => (
        <li key={step.key}>
          <Way step={step}>
            {done[step.key] ? (
              <CircleCheck className="size-6 shrink-0 text-fynbos" />
            ) : (
              <Circle className="size-6 shrink-0 text-soft" />
            )}
            <span className="min-w-0 grow">
              <span
                className={`font-semibold underline-offset-4 group-hover:underline ${done[step.key] ? "text-soft line-through" : ""}`}
              >
                {step.words}
              </span>
              <span className="sr-only">{done[step.key] ? " (done)" : " (to do)"}.</span>
              <span className="block text-sm text-soft">{step.why}</span>
            </span>
            <ChevronRight className="size-5 shrink-0 text-soft" />
          </Way>
        </li>
      ))}
    </ol>
    <Button kind="plain" small className="mt-2 -ml-3" onClick={hide}>
      Hide this list
    </Button>
    <span className="text-sm text-soft"> A line at the end of this page shows it again.</span>
  </Section>
);

const way = "group flex min-h-14 w-full items-center gap-3 py-2 text-left leading-snug";

const Way = ({ step: { to }, children }: { step: Step; children: ReactNode }) =>
  to ? (
    <Link to={to} className={way}>
      {children}
    </Link>
  ) : (
    <button
      type="button"
      className={way}
      onClick={() => document.querySelector<HTMLElement>("textarea[name=message]")?.focus()}
    >
      {children}
    </button>
  );
