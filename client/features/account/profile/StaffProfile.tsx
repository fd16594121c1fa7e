import { createFileRoute } from "@tanstack/react-router";
import { whose } from "../../../ui/tableSearch.ts";
import { loadProfile, Profile } from "./Profile.tsx";

export const Route = createFileRoute("/staff/staffprofile")({
  validateSearch: whose,
  staticData: { title: "Staff Profile" },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadProfile("staff", deps),
  component: () => <Profile as="staff" title="Staff Profile" />,
});
