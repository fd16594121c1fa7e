import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { ChipState, TableSearch } from "./tableSearch.ts";

export type ChangeSearch = (next: TableSearch) => void;

/** @param begins the chips that are pressed while the URL says nothing */
export function useTableSearch(begins?: ChipState): [TableSearch, ChangeSearch] {
  const search: TableSearch = { ...begins, ...useSearch({ strict: false }) };
  const navigate = useNavigate();
  const [pressed, setPressed] = useState<TableSearch | null>(null);
  const change = (next: TableSearch) => {
    const pressing = { page: undefined, ...next };
    // The new state shows at once; the URL follows when it is on the screen.
    setPressed(pressing);
    const go = async () => {
      await navigate({
        to: ".",
        search: ((old: object) => inOrder({ ...old, ...pressing })) as never,
        // Typing adds no history entry; Back undoes a sort or a page.
        replace: "filter" in next,
        resetScroll: "page" in next,
      });
      setPressed((latest) => (latest === pressing ? null : latest));
    };
    requestAnimationFrame(() => setTimeout(go));
  };
  return [pressed ? { ...search, ...pressed } : search, change];
}

/** Sorts the keys, so that the same state always has the same URL. */
const inOrder = ({ filter, sort, page, ...others }: TableSearch) => ({
  ...others,
  filter,
  sort,
  page,
});
