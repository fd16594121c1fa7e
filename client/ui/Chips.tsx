import { X } from "lucide-react";
import { pressedOf } from "../../server/platform/lists/listRules.ts";
import { Button } from "./Button.tsx";
import type { Chip } from "./column.ts";
import { allOfGroup, type ChipState, chipGroups, type TableSearch } from "./tableSearch.ts";
import type { ChangeSearch } from "./useTableSearch.ts";

interface Props<Row> {
  caption: string;
  chips?: readonly Chip<Row>[] | undefined;
  count: number;
  counts: readonly number[];
  search: TableSearch;
  change: ChangeSearch;
  begins?: ChipState | undefined;
  /** The unit or person that these rows are about: "Unit 3". */
  about?: string | undefined;
}

const everything = (begins: ChipState): ChipState =>
  Object.fromEntries(chipGroups.map((group) => [group, begins[group] && allOfGroup]));

const noChips: readonly never[] = [];

/** A press shows one chip alone. The chip of what the list is about takes off itself. */
export function Chips<Row>(props: Props<Row>) {
  const { caption, chips = noChips, count, counts, search, change, begins = {}, about } = props;
  const pressed = pressedOf(chips, { ...search });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex box everywhere
    <div
      role="group"
      aria-label={`Show only some ${caption.toLowerCase()}`}
      // On a phone one row that scrolls; its end is cut, so that one sees that there is more.
      className="mb-4 flex flex-wrap gap-2 max-sm:-mx-4 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:*:shrink-0 print:hidden"
    >
      {about && (
        <Button
          kind="chip"
          small
          aria-pressed={true}
          onClick={() => change({ unit: undefined, person: undefined })}
        >
          <span className="sr-only">Only </span>
          {about} <X className="size-4" />
        </Button>
      )}
      {chips.length > 0 && (
        <ChipButton
          label="All"
          count={count}
          isPressed={pressed.length === 0}
          press={() => change(everything(begins))}
        />
      )}
      {chips.map(({ group, value, label, rare }, index) => {
        const isPressed = search[group] === value;
        const shown = counts[index] ?? 0;
        if (rare && shown === 0 && !isPressed) return null;
        return (
          <ChipButton
            key={`${group} ${value}`}
            label={label}
            count={shown}
            isPressed={isPressed}
            press={() => change({ ...everything(begins), ...(!isPressed && { [group]: value }) })}
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
