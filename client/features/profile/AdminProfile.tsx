import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { named, whose } from "../../ui/tableSearch.ts";
import { Profile } from "./Profile.tsx";

export const Route = createFileRoute("/admin/profile")({
  validateSearch: whose,
  staticData: { title: "Admin Profile" },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => utils.admin.profile.get.ensureData(named(deps)),
  component: AdminProfile,
});

function AdminProfile() {
  const also = named(Route.useSearch());
  const [profile] = api.admin.profile.get.useSuspenseQuery(also);
  const send = api.admin.profile.update.useMutation({
    onSuccess: (saved) => utils.admin.profile.get.setData(also, saved),
  });
  return <Profile title="Admin Profile" profile={profile} send={send} also={also} />;
}
