import { useMemo, useState } from "react";
import type { Column } from "./column.ts";

type Choice = Record<string, boolean>;

/** Kept on the device, by list: a phone has room for other columns than a desk. */
const keyOf = (caption: string) => `columns ${caption}`;

function choiceFor(caption: string): Choice {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(caption)) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Choice) : {};
  } catch {
    // The browser keeps nothing, or something else wrote there.
    return {};
  }
}

/** Not what names the row, has its buttons, or is there only in cards. */
export const canBeHidden = <Row>({ value, only }: Column<Row>, index: number) =>
  index > 0 && value !== undefined && only !== "cards";

export interface ChosenColumns<Row> {
  columns: readonly Column<Row>[];
  isShown: (column: Column<Row>) => boolean;
  choose: (key: string, isShown: boolean) => void;
}

export function useChosenColumns<Row>(
  caption: string,
  all: readonly Column<Row>[],
): ChosenColumns<Row> {
  const [choice, setChoice] = useState(() => choiceFor(caption));
  const isShown = ({ key, extra }: Column<Row>) => choice[key] ?? !extra;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it depends on the choice alone
  const columns = useMemo(
    () => all.filter((column, index) => !canBeHidden(column, index) || isShown(column)),
    [all, choice],
  );
  const choose = (key: string, isShown: boolean) => {
    const next = { ...choice, [key]: isShown };
    setChoice(next);
    try {
      localStorage.setItem(keyOf(caption), JSON.stringify(next));
    } catch {
      // It then holds until the page is left.
    }
  };
  return { columns, isShown, choose };
}
