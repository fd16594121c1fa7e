import { createFileRoute } from "@tanstack/react-router";
import { Part } from "../../ui/Part.tsx";
import { useSession } from "../session/session.ts";
import { Messages } from "./Messages.tsx";
import { greeting } from "./Overview.tsx";
import { dashboard } from "./prefetch.ts";
import { Statements, Visitors } from "./ResidentCards.tsx";
import { Weather } from "./Weather.tsx";

export const Route = createFileRoute("/resident/dashboard")({
  staticData: { title: "Resident dashboard" },
  loader: dashboard,
  component: ResidentDashboard,
});

function ResidentDashboard() {
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">
        <span className="block text-lg font-medium tracking-normal text-soft">{greeting()},</span>
        {useSession()?.user}
      </h1>
      <div className="mt-8 grid grid-cols-1 gap-x-14 gap-y-10 lg:grid-cols-[3fr_2fr]">
        <Part title="Messages">
          <Messages />
        </Part>
        <div className="grid grid-cols-1 content-start gap-y-10">
          <Part title="Statements">
            <Statements />
          </Part>
          <Part title="Visitors">
            <Visitors />
          </Part>
          <Weather />
        </div>
      </div>
    </>
  );
}
