import { createFileRoute } from "@tanstack/react-router";
import { aboutOf, tableSearch } from "../../ui/tableSearch.ts";
import { FineList, loadFines } from "./FineList.tsx";

export const Route = createFileRoute("/admin/fines/update")({
  validateSearch: tableSearch,
  staticData: { title: "Update a fine" },
  loaderDeps: ({ search }) => aboutOf(search),
  loader: loadFines,
  component: () => (
    <FineList
      title="Update a fine"
      note="No fine is chosen. Choose one, and then you can set its status."
    />
  ),
});
