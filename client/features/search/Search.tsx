import { createFileRoute } from "@tanstack/react-router";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SearchBox } from "./SearchBox.tsx";

export const Route = createFileRoute("/admin/search")({
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
    q === undefined ? {} : { q: String(q) },
  staticData: { title: "Search" },
  component: Search,
});

function Search() {
  const { q = "" } = Route.useSearch();
  const navigate = Route.useNavigate();
  const looking = (next: string) => {
    if (next !== q) void navigate({ search: next === "" ? {} : { q: next }, replace: true });
  };
  return (
    <>
      <PageHeader
        title="Search"
        note="People, units, fines by their reference, requests, proofs of payment, and screens."
      />
      <SearchBox begin={q} looking={looking} />
    </>
  );
}
