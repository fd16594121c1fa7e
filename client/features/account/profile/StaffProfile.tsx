import { createFileRoute } from "@tanstack/react-router";
import { utils } from "../../../trpc.ts";
import { whose } from "../../../ui/tableSearch.ts";
import { Profile } from "./Profile.tsx";

export const Route = createFileRoute("/staff/staffprofile")({
  validateSearch: whose,
  staticData: { title: "Staff Profile" },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => utils.staff.profile.get.ensureData(deps),
  component: () => <Profile as="staff" title="Staff Profile" />,
});
