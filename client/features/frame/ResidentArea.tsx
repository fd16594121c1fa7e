import { createFileRoute } from "@tanstack/react-router";
import { guard } from "../session/session.ts";
import { RoleFrame } from "./RoleFrame.tsx";

export const Route = createFileRoute("/resident")({
  beforeLoad: ({ location }) => guard("resident", location),
  component: ResidentArea,
});

function ResidentArea() {
  return <RoleFrame heading={(segments) => segments.slice(0, 2).join(" / ")} />;
}
