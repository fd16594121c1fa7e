import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useId, useState } from "react";
import type { AsAtSearch } from "./asAtSearch.ts";
import { QuietButton } from "./Button.tsx";
import { sayLongDay, today } from "./days.ts";

/** The title of a register of another day says which: "Units as at 1 March 2026". */
export const titleAsAt = (title: string, asAt: string | undefined): string =>
  asAt && asAt !== today() ? `${title} as at ${sayLongDay(asAt)}` : title;

/** The day in a file's name: today's, or the other one as at which it shows the register. */
export const fileDay = (asAt: string | undefined): string =>
  asAt && asAt !== today() ? `as-at-${asAt}` : today();

export function AsAt() {
  const { asAt }: AsAtSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const id = useId();
  const shown = asAt ?? today();
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);
  const show = (day: string | undefined) =>
    navigate({
      to: ".",
      search: ((old: object) => ({ ...old, asAt: day })) as never,
      replace: true,
      resetScroll: false,
    });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
      <label htmlFor={id} className="font-semibold">
        As at
      </label>
      <input
        id={id}
        type="date"
        max="9999-12-31"
        value={typed}
        onChange={({ target: { value } }) => {
          setTyped(value);
          // Typing a year passes through years such as 0002.
          if (value >= "1900") void show(value);
        }}
        className="min-h-11 rounded-lg border border-edge bg-surface px-3 text-ink"
      />
      {asAt && asAt !== today() && (
        <QuietButton small onClick={() => show(undefined)}>
          Today
        </QuietButton>
      )}
    </div>
  );
}
