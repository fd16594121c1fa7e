import { createFileRoute } from "@tanstack/react-router";
import { TextLink } from "../../ui/TextLink.tsx";
import { useBack } from "../../ui/useBack.ts";
import { loadFine, StatusUpdate } from "./StatusUpdate.tsx";

export const Route = createFileRoute("/admin/fines/$fineId/update")({
  staticData: { title: "Update fine" },
  loader: ({ params: { fineId } }) => loadFine(fineId),
  component: FineStatus,
});

function FineStatus() {
  const back = useBack("/admin/fines");
  return (
    <StatusUpdate
      key={Route.useParams().fineId}
      fineId={Route.useParams().fineId}
      up={<TextLink to="/admin/fines">All fines</TextLink>}
      back={back}
    />
  );
}
