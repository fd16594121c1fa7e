import { createFileRoute } from "@tanstack/react-router";
import { utils } from "../../trpc.ts";
import { StatusUpdate } from "./StatusUpdate.tsx";

export const Route = createFileRoute("/admin/fines/$fineId/update")({
  staticData: { title: "Update fine" },
  loader: ({ params: { fineId } }) => utils.admin.fines.one.ensureData({ fineId }),
  component: FineStatus,
});

function FineStatus() {
  return <StatusUpdate fineId={Route.useParams().fineId} />;
}
