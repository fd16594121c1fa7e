import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { named, whose } from "../../ui/tableSearch.ts";
import { Profile } from "./Profile.tsx";

export const Route = createFileRoute("/resident/profile")({
  validateSearch: whose,
  staticData: { title: "Resident Profile" },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => utils.resident.profile.get.ensureData(named(deps)),
  component: ResidentProfile,
});

function ResidentProfile() {
  const also = named(Route.useSearch());
  const [profile] = api.resident.profile.get.useSuspenseQuery(also);
  const send = api.resident.profile.update.useMutation({
    onSuccess: (saved) => utils.resident.profile.get.setData(also, saved),
  });
  return <Profile title="Resident Profile" profile={profile} send={send} also={also} />;
}
