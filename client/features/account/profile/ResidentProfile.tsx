import { createFileRoute } from "@tanstack/react-router";
import { utils } from "../../../trpc.ts";
import { whose } from "../../../ui/tableSearch.ts";
import { Profile } from "./Profile.tsx";

export const Route = createFileRoute("/resident/profile")({
  validateSearch: whose,
  staticData: { title: "Resident Profile" },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => utils.resident.profile.get.ensureData(deps),
  component: () => <Profile as="resident" title="Resident Profile" />,
});
