import { createFileRoute } from "@tanstack/react-router";
import { Gate, loadGate } from "./Gate.tsx";

export const Route = createFileRoute("/admin/gate")({
  staticData: { title: "Gate" },
  loader: loadGate,
  component: () => <Gate why="/admin/gate/why" />,
});
