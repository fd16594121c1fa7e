import { createFileRoute } from "@tanstack/react-router";
import { aboutOf, tableSearch } from "../../ui/tableSearch.ts";
import { FineList, loadFines } from "./FineList.tsx";

export const Route = createFileRoute("/admin/fines")({
  validateSearch: tableSearch,
  staticData: { title: "Fines" },
  loaderDeps: ({ search }) => aboutOf(search),
  loader: loadFines,
  component: () => <FineList title="Fines" />,
});
