import { createFileRoute } from "@tanstack/react-router";
import { guard } from "../session/session.ts";
import { RoleFrame } from "./RoleFrame.tsx";

export const Route = createFileRoute("/admin")({
  beforeLoad: ({ location }) => guard("admin", location),
  component: AdminArea,
});

function AdminArea() {
  return <RoleFrame heading={(segments) => segments.slice(0, 2).join(" / ")} />;
}
