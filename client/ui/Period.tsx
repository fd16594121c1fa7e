import { mostSearched } from "../../server/platform/lists/listRules.ts";
import type { ListView } from "./listView.ts";
import type { ChangeSearch } from "./useTableSearch.ts";

type Of = Pick<ListView<unknown>, "years" | "isCut">;

const most = mostSearched.toLocaleString("en-ZA");

/** The period of the rows, in words; undefined if the list is short enough for all. */
export function periodOf({ years, isCut }: Of, year: number | undefined): string | undefined {
  if (!years) return undefined;
  if (year === undefined) return `the newest ${most}`;
  return isCut ? `the newest ${most} of ${year}` : `${year}`;
}

interface Props {
  view: Of;
  year: number | undefined;
  change: ChangeSearch;
}

export function Period({ view, year, change }: Props) {
  const { years = [], isCut } = view;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
      <label className="flex items-center gap-2 font-semibold">
        Year
        <select
          value={year ?? ""}
          onChange={({ target: { value } }) => change({ year: Number(value) || undefined })}
          className="min-h-11 rounded-lg border border-edge bg-surface px-2.5 font-normal text-ink"
        >
          <option value="">Newest {most}</option>
          {years.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      {isCut && (
        <p className="text-sm text-soft">
          {year === undefined
            ? "For older ones choose a year."
            : `These are ${periodOf(view, year)}.`}
        </p>
      )}
    </div>
  );
}
