import { createFileRoute } from "@tanstack/react-router";
import { TextLink } from "../../ui/TextLink.tsx";
import { useBack } from "../../ui/useBack.ts";
import { loadFine, StatusUpdate } from "./StatusUpdate.tsx";

export const Route = createFileRoute("/admin/residents/$residentId/fines/$fineId/update")({
  staticData: { title: "Update fine" },
  loader: ({ params: { fineId } }) => loadFine(fineId),
  component: ResidentFineStatus,
});

function ResidentFineStatus() {
  const { residentId, fineId } = Route.useParams();
  const back = useBack("/admin/residents/$residentId/fines", { residentId });
  return (
    <StatusUpdate
      key={fineId}
      fineId={fineId}
      up={
        <TextLink to="/admin/residents/$residentId/fines" params={{ residentId }}>
          Fines of the resident
        </TextLink>
      }
      back={back}
    />
  );
}
