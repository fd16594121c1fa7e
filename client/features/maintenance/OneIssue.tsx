import { createFileRoute } from "@tanstack/react-router";
import { TextLink } from "../../ui/TextLink.tsx";
import { loadRequest, RequestPage } from "./RequestPage.tsx";

export const Route = createFileRoute("/staff/allmaintenanceissues/$requestId")({
  staticData: { title: "Maintenance request" },
  loader: ({ params }) => loadRequest(params.requestId),
  component: OneIssue,
});

function OneIssue() {
  const { requestId } = Route.useParams();
  return (
    <RequestPage
      requestId={requestId}
      as="staff"
      up={<TextLink to="/staff/allmaintenanceissues">All issues</TextLink>}
    />
  );
}
