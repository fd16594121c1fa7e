import { createFileRoute } from "@tanstack/react-router";
import { utils } from "../../trpc.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead, PaperHead } from "../../ui/PaperHead.tsx";
import { tableSearch } from "../../ui/tableSearch.ts";
import { allFines, FineList } from "./FineList.tsx";

export const Route = createFileRoute("/admin/fines")({
  validateSearch: tableSearch,
  staticData: { title: "Fines" },
  loader: () => Promise.all([utils.admin.fines.all.ensureData(allFines), loadPaperHead()]),
  component: AllFines,
});

function AllFines() {
  return (
    <>
      <PaperHead />
      <PageHeader title="Fines" />
      <FineList />
    </>
  );
}
