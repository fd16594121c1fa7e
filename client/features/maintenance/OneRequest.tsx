import { createFileRoute } from "@tanstack/react-router";
import { TextLink } from "../../ui/TextLink.tsx";
import { loadRequest, RequestPage } from "./RequestPage.tsx";

export const Route = createFileRoute("/admin/maintenance/$requestId")({
  staticData: { title: "Maintenance request" },
  loader: ({ params }) => loadRequest(params.requestId),
  component: OneRequest,
});

function OneRequest() {
  const { requestId } = Route.useParams();
  return (
    <RequestPage
      requestId={requestId}
      as="admin"
      up={<TextLink to="/admin/maintenance">All requests</TextLink>}
    />
  );
}
