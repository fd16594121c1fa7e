import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { useBack } from "../../ui/useBack.ts";
import { FineForm } from "./FineForm.tsx";

export const Route = createFileRoute("/admin/residents/$residentId/fines/new_fine")({
  staticData: { title: "New fine" },
  loader: ({ params: { residentId } }) =>
    utils.admin.personPages.one.ensureData({ personId: residentId }),
  component: NewFine,
});

function NewFine() {
  const { residentId } = Route.useParams();
  const back = useBack("/admin/residents/$residentId/fines", { residentId });
  const [{ fullName }] = api.admin.personPages.one.useSuspenseQuery({ personId: residentId });
  return (
    <>
      <PageHeader title="New fine" note={`For ${fullName}`} />
      <FineForm residentId={residentId} back={back} />
    </>
  );
}
