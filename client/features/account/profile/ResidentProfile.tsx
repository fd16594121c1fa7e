import { createFileRoute } from "@tanstack/react-router";
import { whose } from "../../../ui/tableSearch.ts";
import { loadProfile, Profile } from "./Profile.tsx";

export const Route = createFileRoute("/resident/profile")({
  validateSearch: whose,
  staticData: { title: "Resident Profile" },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadProfile("resident", deps),
  component: () => <Profile as="resident" title="Resident Profile" />,
});
