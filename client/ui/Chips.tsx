import { Button } from "./Button.tsx";
import type { Chip } from "./column.ts";
import { allOfGroup, type ChipState, chipGroups, type TableSearch } from "./tableSearch.ts";
import { chipCounts, pressedOf } from "./useRows.ts";
import type { ChangeSearch } from "./useTableSearch.ts";

interface Props<Row> {
  caption: string;
  chips: readonly Chip<Row>[];
  /** The rows that match the filter. */
  rows: readonly Row[];
  search: TableSearch;
  change: ChangeSearch;
  /** The chips that are pressed while the URL says nothing. */
  begins?: ChipState | undefined;
}

/** The state in which no chip of any group is pressed. */
const everything = (begins: ChipState): ChipState =>
  Object.fromEntries(chipGroups.map((group) => [group, begins[group] && allOfGroup]));

/** Buttons above a list that show only some of its rows, each with how many those are. */
export function Chips<Row>({ caption, chips, rows, search, change, begins = {} }: Props<Row>) {
  const pressed = pressedOf(chips, search);
  const counts = chipCounts(chips, rows, pressed);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex box everywhere
    <div
      role="group"
      aria-label={`Show only some ${caption.toLowerCase()}`}
      className="mb-4 flex flex-wrap gap-2 print:hidden"
    >
      <ChipButton
        label="All"
        count={rows.length}
        isPressed={pressed.length === 0}
        press={() => change(everything(begins))}
      />
      {chips.map(({ group, value, label, rare }, index) => {
        const isPressed = search[group] === value;
        const count = counts[index] ?? 0;
        if (rare && count === 0 && !isPressed) return null;
        return (
          <ChipButton
            key={`${group} ${value}`}
            label={label}
            count={count}
            isPressed={isPressed}
            press={() => change({ [group]: isPressed ? begins[group] && allOfGroup : value })}
          />
        );
      })}
    </div>
  );
}

interface ChipButtonProps {
  label: string;
  count: number;
  isPressed: boolean;
  press: () => void;
}

const ChipButton = ({ label, count, isPressed, press }: ChipButtonProps) => (
  <Button kind="chip" small aria-pressed={isPressed} onClick={press}>
    {label} <span className="font-normal tabular-nums">{count.toLocaleString("en-ZA")}</span>
  </Button>
);
