import { useNavigate, useSearch } from "@tanstack/react-router";
import type { TableSearch } from "./tableSearch.ts";

export type ChangeSearch = (next: TableSearch) => void;

/** What the address says about the table, and how to say something else in it. */
export function useTableSearch(): [TableSearch, ChangeSearch] {
  const search: TableSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (next: TableSearch) =>
    void navigate({
      to: ".",
      search: ((old: object) => ({ ...old, page: undefined, ...next })) as never,
      // Typing makes no history; a sort or a page can be gone back on.
      replace: "filter" in next,
      resetScroll: "page" in next,
    });
  return [search, change];
}
