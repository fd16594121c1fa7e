import { useState } from "react";
import { QuietButton } from "../../ui/Button.tsx";
import { Section } from "../../ui/Section.tsx";
import type { ImportStep } from "./useImport.ts";

const atOnce = 50;

export function NewerDetails({ importing, checked: { rows } }: ImportStep) {
  const [isWhole, setWhole] = useState(false);
  const all = rows.flatMap(({ line, unit, what, changes }) =>
    changes.map((change) => ({ ...change, line, of: [unit, what].filter(Boolean).join(" · ") })),
  );
  if (all.length === 0) return null;
  const open = all.filter(({ isTaken }) => !isTaken).length;
  return (
    <Section
      title="Different in your list"
      note="Tick what Stoep should take from your list. Everything else stays as it is."
      className="max-w-5xl"
    >
      <ul className="mt-3 grid gap-x-6 lg:grid-cols-2">
        {all
          .slice(0, isWhole ? all.length : atOnce)
          .map(({ line, field, label, of, before, after, isTaken }) => (
            <li key={`${line} ${field}`}>
              <label className="flex min-h-11 items-start gap-2.5 py-2">
                <input
                  type="checkbox"
                  checked={isTaken}
                  onChange={({ target }) => importing.take(line, field, target.checked)}
                  className="mt-0.5 size-5 shrink-0 accent-fynbos"
                />
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-semibold">{of}</span>
                  <span className="block">
                    {label}: <del className="text-soft">{before || "empty"}</del>{" "}
                    <span className="sr-only">becomes </span>
                    <span aria-hidden="true">→ </span>
                    <ins className="font-medium no-underline">{after}</ins>
                  </span>
                </span>
              </label>
            </li>
          ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-3 empty:hidden">
        {all.length > atOnce && !isWhole && (
          <QuietButton small onClick={() => setWhole(true)}>
            Show all {all.length}
          </QuietButton>
        )}
        {open > 0 && (
          <QuietButton small onClick={importing.takeAll}>
            Take all {all.length}
          </QuietButton>
        )}
      </div>
    </Section>
  );
}
