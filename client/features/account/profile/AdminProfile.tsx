import { createFileRoute } from "@tanstack/react-router";
import { whose } from "../../../ui/tableSearch.ts";
import { loadProfile, Profile } from "./Profile.tsx";

export const Route = createFileRoute("/admin/profile")({
  validateSearch: whose,
  staticData: { title: "Admin Profile" },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadProfile("admin", deps),
  component: () => <Profile as="admin" title="Admin Profile" />,
});
