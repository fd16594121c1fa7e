import { createFileRoute } from "@tanstack/react-router";
import { utils } from "../../trpc.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { tableSearch, whole } from "../../ui/tableSearch.ts";
import { FineList } from "./FineList.tsx";

export const Route = createFileRoute("/admin/fines/update")({
  validateSearch: tableSearch,
  staticData: { title: "Update a fine" },
  loader: () => Promise.all([utils.admin.fines.all.ensureData(whole), loadPaperHead()]),
  component: ChooseFine,
});

function ChooseFine() {
  return (
    <>
      <PageHeader
        printed
        title="Update a fine"
        note="No fine is chosen. Choose one, and then you can set its status."
      />
      <FineList />
    </>
  );
}
