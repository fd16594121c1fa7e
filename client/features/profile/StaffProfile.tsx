import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { named, whose } from "../../ui/tableSearch.ts";
import { Profile } from "./Profile.tsx";

export const Route = createFileRoute("/staff/staffprofile")({
  validateSearch: whose,
  staticData: { title: "Staff Profile" },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => utils.staff.profile.get.ensureData(named(deps)),
  component: StaffProfile,
});

function StaffProfile() {
  const also = named(Route.useSearch());
  const [profile] = api.staff.profile.get.useSuspenseQuery(also);
  const send = api.staff.profile.update.useMutation({
    onSuccess: (saved) => utils.staff.profile.get.setData(also, saved),
  });
  return <Profile title="Staff Profile" profile={profile} send={send} also={also} />;
}
