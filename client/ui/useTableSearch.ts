import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { TableSearch } from "./tableSearch.ts";

export type ChangeSearch = (next: TableSearch) => void;

/** What the address says about the table, or is about to, and how to say something else in it. */
export function useTableSearch(): [TableSearch, ChangeSearch] {
  const search: TableSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const [pressed, setPressed] = useState<TableSearch | null>(null);
  const change = (next: TableSearch) => {
    const pressing = { page: undefined, ...next };
    // What was pressed is shown at once; the address follows when that is on the screen.
    setPressed(pressing);
    const go = async () => {
      await navigate({
        to: ".",
        search: ((old: object) => inOrder({ ...old, ...pressing })) as never,
        // Typing makes no history; a sort or a page can be gone back on.
        replace: "filter" in next,
        resetScroll: "page" in next,
      });
      setPressed((latest) => (latest === pressing ? null : latest));
    };
    requestAnimationFrame(() => setTimeout(go));
  };
  return [pressed ? { ...search, ...pressed } : search, change];
}

/** However it came about, the same arrangement has the same address. */
const inOrder = ({ filter, sort, page, ...others }: TableSearch) => ({
  ...others,
  filter,
  sort,
  page,
});
