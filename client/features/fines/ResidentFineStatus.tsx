import { createFileRoute } from "@tanstack/react-router";
import { utils } from "../../trpc.ts";
import { StatusUpdate } from "./StatusUpdate.tsx";

export const Route = createFileRoute("/admin/residents/$residentId/fines/$fineId/update")({
  staticData: { title: "Update fine" },
  loader: ({ params: { fineId } }) => utils.admin.fines.one.ensureData({ fineId }),
  component: ResidentFineStatus,
});

function ResidentFineStatus() {
  return <StatusUpdate fineId={Route.useParams().fineId} />;
}
