import { createFileRoute } from "@tanstack/react-router";
import { TextLink } from "../../ui/TextLink.tsx";
import { whose } from "../../ui/tableSearch.ts";
import { loadRequest, RequestPage } from "./RequestPage.tsx";

export const Route = createFileRoute("/resident/issues/$requestId")({
  validateSearch: whose,
  staticData: { title: "Maintenance request" },
  loader: ({ params }) => loadRequest(params.requestId),
  component: MyIssue,
});

function MyIssue() {
  const { requestId } = Route.useParams();
  const { profileId } = Route.useSearch();
  return (
    <RequestPage
      requestId={requestId}
      as="resident"
      profileId={profileId}
      up={
        <TextLink to="/resident/issues" search={{ profileId }}>
          My issues
        </TextLink>
      }
    />
  );
}
