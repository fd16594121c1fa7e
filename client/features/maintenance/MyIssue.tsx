import { createFileRoute } from "@tanstack/react-router";
import { TextLink } from "../../ui/TextLink.tsx";
import { loadRequest, RequestPage } from "./RequestPage.tsx";

export const Route = createFileRoute("/resident/issues/$requestId")({
  staticData: { title: "Maintenance request" },
  loader: ({ params }) => loadRequest(params.requestId),
  component: MyIssue,
});

function MyIssue() {
  const { requestId } = Route.useParams();
  return (
    <RequestPage requestId={requestId} up={<TextLink to="/resident/issues">My issues</TextLink>} />
  );
}
