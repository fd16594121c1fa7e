import type { ReactNode } from "react";

export const Facts = ({ facts }: { facts: Record<string, ReactNode> }) => (
  <dl className="grid max-w-3xl gap-x-8 gap-y-5 xs:grid-cols-2 sm:grid-cols-3">
    {Object.entries(facts).map(
      ([name, value]) =>
        value && (
          <div key={name} className="min-w-0 last:col-span-full">
            <dt className="text-sm font-semibold text-soft">{name}</dt>
            <dd className="mt-0.5 break-words whitespace-pre-line">{value}</dd>
          </div>
        ),
    )}
  </dl>
);
