import { createFileRoute } from "@tanstack/react-router";
import { utils } from "../../trpc.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { tableSearch, whole } from "../../ui/tableSearch.ts";
import { FineList } from "./FineList.tsx";

export const Route = createFileRoute("/admin/fines")({
  validateSearch: tableSearch,
  staticData: { title: "Fines" },
  loader: () => Promise.all([utils.admin.fines.all.ensureData(whole), loadPaperHead()]),
  component: AllFines,
});

function AllFines() {
  return (
    <>
      <PageHeader printed title="Fines" />
      <FineList />
    </>
  );
}
