import { createFileRoute } from "@tanstack/react-router";
import { utils } from "../../trpc.ts";
import { useSession } from "../session/session.ts";
import { Messages } from "./Messages.tsx";
import { greeting } from "./Overview.tsx";
import { guests, Statements, statement, Visitors } from "./ResidentCards.tsx";
import { Weather } from "./Weather.tsx";

export const Route = createFileRoute("/resident/dashboard")({
  staticData: { title: "Resident dashboard" },
  loader: () =>
    Promise.all([
      utils.resident.fines.mine.ensureData(statement),
      utils.resident.visitors.present.ensureData(guests),
      utils.resident.dashboard.overview.ensureData(),
      utils.resident.dashboard.messages.ensureData(),
    ]),
  component: ResidentDashboard,
});

function ResidentDashboard() {
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">
        <span className="block text-lg font-medium tracking-normal text-soft">{greeting()},</span>
        {useSession()?.user}
      </h1>
      <div className="mt-8 grid gap-x-14 gap-y-10 lg:grid-cols-[3fr_2fr]">
        <Messages />
        <div className="grid content-start gap-y-10">
          <Statements />
          <Visitors />
          <Weather />
        </div>
      </div>
    </>
  );
}
