import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { utils } from "../../trpc.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { named, tableSearch, whose } from "../../ui/tableSearch.ts";
import { SignedIn } from "./SignedIn.tsx";
import { SignInForm } from "./SignInForm.tsx";

export const Route = createFileRoute("/resident/vistors")({
  validateSearch: (search: Record<string, unknown>) => ({
    ...tableSearch(search),
    ...whose(search),
    tab: search.tab === "in" ? ("in" as const) : undefined,
  }),
  staticData: { title: "Visitations" },
  loaderDeps: ({ search: { profileId } }) => ({ profileId }),
  loader: ({ deps }) =>
    Promise.all([utils.resident.profile.get.ensureData(named(deps)), loadPaperHead()]),
  component: Visitors,
});

function Visitors() {
  const { tab, profileId } = Route.useSearch();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader printed title="Visitations" />
      <Tabs
        label="Visitors"
        chosen={tab ?? "form"}
        choose={(id) =>
          void navigate({
            to: "/resident/vistors",
            search: { ...named({ profileId }), tab: id === "in" ? id : undefined },
            replace: true,
          })
        }
        tabs={[
          { id: "form", label: "Sign In Visitor", panel: <SignInForm profileId={profileId} /> },
          { id: "in", label: "View Signed In Visitors", panel: <SignedIn profileId={profileId} /> },
        ]}
      />
    </>
  );
}
