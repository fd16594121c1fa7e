import { createFileRoute } from "@tanstack/react-router";
import { Gate, loadGate } from "./Gate.tsx";

export const Route = createFileRoute("/staff/gate")({
  staticData: { title: "Gate" },
  loader: loadGate,
  component: () => <Gate why="/staff/gate/why" />,
});
