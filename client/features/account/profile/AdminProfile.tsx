import { createFileRoute } from "@tanstack/react-router";
import { utils } from "../../../trpc.ts";
import { whose } from "../../../ui/tableSearch.ts";
import { Profile } from "./Profile.tsx";

export const Route = createFileRoute("/admin/profile")({
  validateSearch: whose,
  staticData: { title: "Admin Profile" },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => utils.admin.profile.get.ensureData(deps),
  component: () => <Profile as="admin" title="Admin Profile" />,
});
