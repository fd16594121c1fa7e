import { createFileRoute } from "@tanstack/react-router";
import { useBack } from "../people/back.ts";
import { loadFine, StatusUpdate } from "./StatusUpdate.tsx";

export const Route = createFileRoute("/admin/fines/$fineId/update")({
  staticData: { title: "Update fine" },
  loader: ({ params: { fineId } }) => loadFine(fineId),
  component: FineStatus,
});

function FineStatus() {
  const back = useBack("/admin/fines");
  return <StatusUpdate fineId={Route.useParams().fineId} back={back} />;
}
